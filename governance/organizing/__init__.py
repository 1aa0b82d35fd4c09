"""Where records lie and how they hang together: lanes, topics and edges of the ledger, as people order them (M).

A *lane* is a course of records that is read, frozen or set aside as one; a *topic* leads to items by its triggers; an
*edge* says what one record is to another, and never writes into either. Ordering says nothing about truth.
"""
