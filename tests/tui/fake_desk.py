"""Private to development."""
# ruff: noqa
# mypy: ignore-errors
import dataclasses
from pathlib import Path
from store.records.views import *
from store.records.item import ItemRow, ItemWords
from store.records.words import *
from governance.errors import Refusal, RefusalKind
D=86400*1_000_000
NOW=1_780_304_400_000_000
class FakeDesk:
    path=Path("/tmp/x/agent/memory.db"); read_only=False; store_id="p-1"; zone="UTC"
    def __init__(s,n=60,drift=37,log=1284):
        s.n=n; s._log=log; s._plan=[]; s.pu=0
        s.items={}
        for i in range(n):
            id=f"mem-2026-05-{1+i%28:02d}-{i:03d}"
            s.items[id]=dict(id=id,text=f"{i}: retries are safe after a timeout, the queue drops duplicates [x] \x1b]0;t\x07 記憶システム設計 since version 4 " + "and so on "*(i%9)*20,
               status=("pending-cleanup" if i<20 else "active"),kind=("knowledge" if i%3 else "state"),age=3*i%190,v=0)
        s.drift=[f"mem-2026-06-01-{i:03d}" for i in range(drift)]
        for id in s.drift: s.items[id]=dict(id=id,text="a note without kind "+id,status="active",kind=None,age=3,v=0)
    def close(s):pass
    def pulse(s): return (s.pu,s._log)
    def today(s): return "2026-06-01"
    def now(s): return NOW
    def strip(s,i):
        d=s.items[i]
        return Strip(kind=d["kind"],status=d["status"],source_state="found" if d["kind"] else "none",source="archive/2026-06-01#3" if d["kind"] else None,date="2026-05-01",age_days=d["age"],confidence="observed-once",subject="host:public-ip" if d["kind"]=="state" else None,drift=() if d["kind"] else ("kind-missing","source-missing"))
    def row(s,i,q=None):
        d=s.items[i]
        why=(Why(code="contradicted-by",ids=("mem-2026-05-22-021",)),) if d["status"]!="active" else (Why(code="drift:kind-missing"),Why(code="drift:source-missing")) if not d["kind"] else ()
        return Row(id=i,text=d["text"][:400],strip=s.strip(i),why=why,since=NOW-d["age"]*D,seq=5,seen=f"{i}-{d['v']}")
    def overview(s):
        qs=[QueueCount(queue=q,count=len(s.queue_keys(q)),oldest_at=NOW-88*D if s.queue_keys(q) else None,by_age=(7,5,2,1,0)) for q in Queue]
        return Overview(store_path=str(s.path),store_id="p-1",head=s._log,zone="UTC",who="mira",principal="p-2",assurance=Assurance.OS_USER,keyless=True,queues=tuple(qs),items=len(s.items),live_items=30,segments=12,staged=len(s._plan),open_runs=0,since_seq=3,new_captures=41,new_entries=200,verified_seq=s._log,verified_at=NOW-180_000_000)
    def queue_keys(s,q,text=""):
        ids={Queue.PENDING:[i for i in s.items if s.items[i]["status"]=="pending-cleanup"],Queue.DRIFT:s.drift}.get(q,[])
        return tuple(i for i in ids if text.lower() in s.items[i]["text"].lower() or text in i)
    def queue_rows(s,q,keys): return tuple(s.row(k) for k in keys)
    def groups(s): return (Group(key="g1",drift=(Drift.KIND_MISSING,Drift.SOURCE_MISSING),count=len(s.drift),ids=tuple(s.drift),suggestion=(("kind","knowledge"),)),)
    def item_keys(s,w): return tuple(i for i in s.items if w.text.lower() in s.items[i]["text"].lower())
    def item_rows(s,keys): return tuple(s.row(k) for k in keys)
    def item(s,i,at_seq=None):
        if i not in s.items: raise Refusal(RefusalKind.NOT_FOUND,f"There is no {i}.","list shows ids")
        d=s.items[i]; st=s.strip(i)
        row=ItemRow(id=i,from_seq=1,to_seq=None,entry_seq=1,place=Place.STORE,kind=d["kind"],status=d["status"],confidence="observed-once",source_state="found",superseded_by=None,cooled=False,topic=None,run="run-1",body=1,block=None,drift=st.drift,deferred=None,deferred_at=None,created=1)
        mv=(Move(seq=1,at=NOW-9*D,action=Action.CAPTURE,actor="p-1",who="agent:codex",assurance=Assurance.CLAIMED,verb=None,reason=None,before=(),after=(("status","active"),),note=None,shown=None,plan=None),)
        return ItemDetail(row=row,words=ItemWords(fact=d["text"]),text=d["text"],strip=st,why=s.row(i).why,queues=(),topic_title="Network",origin="memory.md:12",aliases=(),source_passage=Passage(segment="seg-1",ordinal=3,seq=3,path="archive/2026-06-01.md",line=9,before="## tuesday\nbefore words",text=d["text"][:200],after="after words",sanitized=False,erased_by=None),own_passage=None,linked=(Linked(relation=Relation.CONTRADICTED_BY,outgoing=True,id="mem-2026-05-22-021",text="other",strip=None),),history=mv,suggestion=(("kind","knowledge"),) if not d["kind"] else (),seen=f"{i}-{d['v']}",current=True)
    def show(s,i): return s.item(i)
    def segments(s): return ()
    def blocks(s,g): return ()
    def passage(s,b): raise Refusal(RefusalKind.NOT_FOUND,"none")
    def topics(s): return (TopicView(id="top-1",file="topics/network.md",title="Network",layer=None,triggers=("ip","host"),items=4,seen="x"),)
    def log_keys(s,w): return range(1,s._log+1)
    def log_rows(s,seqs): return tuple(LogRow(seq=q,at=NOW-(s._log-q)*600_000_000,actor="p-1",who="mira",assurance=Assurance.OS_USER,action=Action.CAPTURE,subjects=("mem-2026-05-01-000",),words="some words",erased_by=None) for q in seqs)
    def entry(s,q): return EntryDetail(row=s.log_rows([q])[0],header="1|x|y",hash="ab"*32,payload='{\n "v": 1\n}',plan=None)
    def plans(s,limit=20): return ()
    def mark_seen(s): pass
    def verify(s,*,replay=False,progress=None): return Verdict(ok=True,head=s._log,steps=(),findings=(),replayed=False)
    def offers(s,ids):
        rs=(Reason.CONFIRMED_STILL_TRUE,Reason.OTHER)
        o=lambda n,l,f=(),need=(),fits=True,hint=False:Offer(name=n,label=l,help=f"{l} it",fits=fits,why_not=None if fits else "it is not knowledge",fields=f,needs=need,reasons=rs,hint=hint)
        return (o("keep","keep"),o("stale","stale"),o("cool","cool"),o("merge","merge",("text",),("text",),fits=len(ids)>1),o("correct","correct",("text",),("text",)),o("retag","re-tag",("kind","subject","topic")),o("source","source",("source",),("source",)),o("resolve","resolve",("by",),hint=True),o("accept","accept",("kind",)),o("defer","not now",("until",),("until",)),o("trigger","trigger",("triggers",),("triggers",),fits=False))
    def preview(s,verb,ids,args,*,reason):
        return tuple(Change(id=i,field="status",before=s.items[i]["status"],after="active") for i in ids)
    def stage(s,verb,ids,args={},*,reason,note=None,seen,shown):
        assert len(seen)==len(ids),(seen,ids)
        s._plan.append(Staged(n=len(s._plan)+1,verb=verb,targets=tuple(ids),args=tuple(args.items()),reason=reason,note=note,seen=tuple(seen),shown=shown,staged_at=NOW,changes=s.preview(verb,ids,args,reason=reason)))
        return s.plan()
    def unstage(s,n=None):
        if n is None: s._plan.pop()
        else: s._plan=[p for p in s._plan if p.n!=n]
        return s.plan()
    def plan(s): return PlanView(staged=tuple(s._plan),head=s._log)
    def apply(s,*,only=None):
        for p in s._plan:
            for t in p.targets: s.items[t]["status"]="active"; s.items[t]["v"]+=1
        a=Applied(plan="plan-1",seq=s._log+1,decisions=len(s._plan),entries=len(s._plan)+1,ids=(),verbs=tuple(p.verb for p in s._plan)); s._plan=[]; s._log+=2; s.pu+=1
        return a
if __name__=="__main__":
    import sys
    from tui.app import DeskApp
    from tui.settings import Settings
    st=Settings()
    for a in sys.argv[1:]:
        k,_,v=a.partition("="); st=st._replace(**{k:(v=="1" if k=="ascii" else v)})
    DeskApp(FakeDesk(),st,live=False).run()
