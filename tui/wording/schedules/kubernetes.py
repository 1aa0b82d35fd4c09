"""Cron jobs for Kubernetes, one for each pass."""

from __future__ import annotations

import json
from pathlib import PurePath

from governance.errors import Refusal, RefusalKind
from tui.wording.schedules.rounds import WHAT, Round, ScheduleFile

IMAGE = "REPLACE-WITH-YOUR-IMAGE-THAT-HOLDS-MEMDESK"
CLAIM = "replace-with-the-claim-of-your-store"


def kubernetes_files(daily: Round) -> tuple[ScheduleFile, ...]:
    """Write two jobs into one file."""
    folder = str(PurePath(daily.store).parent)
    if ":" in folder:
        raise Refusal(RefusalKind.BAD_INPUT, "Kubernetes mounts nothing at a path with a colon.", "Move the store.")
    where = f"Replace {IMAGE} and {CLAIM}, then `kubectl apply -f memdesk-cronjobs.yaml`."
    head = (
        f"# {where}\n"
        "# The claim's volume holds the store's folder and must be a disk of one machine (ReadWriteOncePod), since a\n"
        "# store does not work over a network file system.\n"
    )
    content = head + "---\n".join(_job(name, folder, daily) for name in WHAT)
    return (ScheduleFile("memdesk-cronjobs.yaml", content, where),)


def _job(name: str, folder: str, daily: Round) -> str:
    hour, minute = daily.times[name]
    store = daily.store.replace("$", "$$")  # $(NAME) would be replaced
    return f"""\
apiVersion: batch/v1
kind: CronJob
metadata:
  name: memdesk-{name}
spec:
  schedule: "{minute} {hour} * * *"
  timeZone: {_quoted(daily.zone)}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 3600
  jobTemplate:
    spec:
      backoffLimit: 2
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: memdesk
              image: {IMAGE}
              command: ["memdesk", "{name}", "--store", {_quoted(store)}]
              volumeMounts:
                - name: store
                  mountPath: {_quoted(folder)}
          volumes:
            - name: store
              persistentVolumeClaim:
                claimName: {CLAIM}
"""


def _quoted(text: str) -> str:
    """A text as YAML reads it back, whatever stands in it."""
    return json.dumps(text, ensure_ascii=False)
