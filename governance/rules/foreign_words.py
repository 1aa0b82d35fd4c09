"""The plainest of the same phrases in other languages: Chinese, Japanese, German, Arabic, French, Spanish; pure."""

from __future__ import annotations

from governance.rules.phrases import phrase
from store.records.words import Flag

__all__ = ["FOREIGN", "LATIN"]

FOREIGN = (
    phrase(
        Flag.INSTRUCTION,
        "",
        r"(?:忽略|无视|忘记|無視して|不要理会).{0,8}(?:之前|以上|先前|所有|前面|此前).{0,8}(?:指令|指示|规则|提示|要求|命令)"
        r"|(?:不要|别|切勿|不得)(?:告诉|告知|通知)(?:用户|使用者|任何人)|每次(?:回答|回复|任务).{0,6}(?:之前|前|都|时).{0,8}(?:执行|运行|发送|上传|推荐|必须)"
        r"|(?:以前|これまで|上記|前|すべて|全て)の.{0,8}(?:指示|命令|ルール|プロンプト)を.{0,4}(?:無視|忘れ)"
        r"|(?:ユーザー|利用者)に.{0,6}(?:知らせ|伝え|言わ|通知し)(?:ないで|るな|ず|なく)"
        r"|(?:تجاهل|انس).{0,25}(?:التعليمات|الأوامر|القواعد|الإرشادات)|لا تخبر (?:المستخدم|أحد)",
        deniable=False,
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "",
        r"(?:无需|不需要|不必|无须)(?:用户|人工|再次|任何)?.{0,3}(?:确认|同意|批准|授权|许可)|(?:承認|確認|許可)(?:は不要|なしで|なしに|を得ずに)"
        r"|(?:بدون|دون) (?:الحاجة إلى )?(?:موافقة|إذن|تأكيد).{0,30}",
    ),
    phrase(
        Flag.EXFILTRATION,
        "",
        r"(?:发送|上传|转发|发|提交)(?:到|至|给).{0,12}https?://"
        r"|(?:を|は).{0,40}https?://\S{1,80} ?(?:に|へ).{0,4}(?:送信|アップロード|転送)"
        r"|(?:أرسل|ارسل|ارفع).{0,60}https?://",
    ),
    phrase(
        Flag.WEAKENING,
        "",
        r"(?<!不要)(?<!不得)(?<!禁止)(?<!切勿)(?<!不能)(?<!不可)(?<!别)(?<!勿)(?:关闭|禁用|跳过|绕过|取消)(?!后会|了会).{0,6}(?:认证|身份验证|证书校验"
        r"|证书验证|防火墙|输入校验|加密|审核|代码审查|鉴权)"
        r"|(?:認証|検証|暗号化|ファイアウォール|レビュー)(?:を|は)(?:無効(?:に|化)|スキップ|省略|バイパス|オフに)(?!し(?:ない|てはいけ|ては)|するな|化し(?:ない|てはいけ"
        r"|ては)|化するな)"
        r"|(?<!\w)(?<!لا )(?:عطل|عطّل|أوقف|تجاوز) .{0,15}(?:المصادقة|التحقق|التشفير|جدار الحماية)",
    ),
)
"""The same in languages whose letters are not ASCII's; asked only of such text."""

LATIN = (
    phrase(
        Flag.INSTRUCTION,
        "ignoriere ignorieren vergiss missachte ignorez ignorer ignore ignora ignorar oublie olvida sage verrate",
        r"\b(?:ignoriere?n?|vergiss|missachte)\b.{0,30}\b(?:bisherige|vorherige|vorige|frühere|obige"
        r"|alle)[nrs]?\b.{0,30}\b(?:anweisung|regel|vorgabe|richtlinie|instruktion)"
        r"|\b(?:ignore[rz]?|oublie[rz]?)\b.{0,12}\binstructions (?:précédentes|antérieures)|\b(?:ignora|ignorar"
        r"|olvida)\b.{0,12}\binstrucciones (?:anteriores|previas)"
        r"|\b(?:sage?|verrate) (?:es )?(?:dem|den) (?:benutzern?|nutzern?|anwendern?) (?:nichts|nicht)\b",
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "ohne keine",
        r"\bohne (?:weitere |vorherige |erneute )?(?:rückfrage|zustimmung|genehmigung|freigabe|bestätigung"
        r"|erlaubnis)\b(?!.{0,30}\b(?:nichts|nicht|nie|niemals|kein\w*)\b).{0,60}\b(?:senden|gesendet|ausführen"
        r"|löschen|gelöscht|"
        r"veröffentlichen|teilen|erlaubt)\b(?! werden verboten)|\bkeine (?:zustimmung|genehmigung|freigabe"
        r"|bestätigung) (?:nötig|erforderlich|notwendig)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "deaktiviere deaktivieren schalte umgehe berspringe",
        r"(?:^|[:,;] )(?:deaktiviere|umgehe|überspringe|schalte)\b(?! (?:nie|niemals|nicht"
        r"|keine)\b).{0,40}\b(?:authentifizierung|zertifikatsprüfung|tls|firewall|validierung|verschlüsselung"
        r"|prüfung|code-review|tests)\b",
    ),
)
"""The same in languages that ASCII can carry, asked by their stems."""
