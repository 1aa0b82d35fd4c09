"""What may happen: headless, without SQL, without a screen, without a clock.

desk      the one door for every face
verb      one thing a person, an agent or a pass can ask for
rule      what a fact has to satisfy; pure
refusal   a rule said no: kind, sentence, hint
"""
