import { html } from 'hono/html'
import type { Locale } from '../locales/index.ts'
import { type ReminderWords, reminderWords } from './reminder-words.ts'

/** What a reminder is about. `until` in epoch ms; `claim` is the address where the claim is renewed. */
export type Reminder = { locale: Locale; paper: string; until: number; claim: string; reproduce: string }

/** The mail that comes a week before a claim lapses, in the claimant's language, as text and as HTML. */
export const reminderMail = ({
  locale,
  paper,
  until,
  claim,
  reproduce,
}: Reminder): { subject: string; text: string; html: string } => {
  const words = reminderWords[locale]
  const day = new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(until)
  const subject = words.subject(day)
  const lead = words.lead(paper, day)
  const { renew, login, report, because } = words
  return {
    subject,
    text: `${lead}\n\n${renew}\n${claim}\n${login}\n\n${report}\n${reproduce}\n\n${because}\n`,
    html: String(page({ ...words, locale, subject, lead, claim, reproduce })),
  }
}

const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

type Said = Omit<ReminderWords, 'subject' | 'lead'> &
  Record<'subject' | 'lead' | 'claim' | 'reproduce', string> & { locale: Locale }

const serif = "'Source Serif 4',Georgia,'Times New Roman',serif"
const sans = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** One column that fits a phone, light and dark, nothing loaded from anywhere. Every text is escaped. */
const page = ({
  locale,
  subject,
  lead,
  renew,
  renewIt,
  login,
  report,
  reportIt,
  because,
  claim,
  reproduce,
}: Said) => html`<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background: #0f171c !important }
  .card { background: #151f26 !important; border-color: #26343d !important }
  .ink { color: #e6ecee !important }
  .soft { color: #93a6b0 !important }
  .mark { color: #cfe0e8 !important }
  .button { background: #cfe0e8 !important; color: #0f171c !important }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbfaf7">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p class="mark" style="margin:0 0 16px;padding:0 4px;font:600 20px/1.2 ${serif};color:#19303d">Corroborate</p>
<div class="card" style="background:#ffffff;border:1px solid #dfe3e3;border-radius:12px;padding:28px;overflow-wrap:anywhere">
<h1 class="ink" style="margin:0 0 16px;font:600 24px/1.25 ${serif};color:#14242e">${subject}</h1>
<p class="ink" dir="auto" style="margin:0 0 24px;font:16px/1.55 ${sans};color:#14242e">${lead}</p>
<p class="ink" style="margin:0 0 12px;font:16px/1.55 ${sans};color:#14242e">${renew}</p>
<p style="margin:0 0 24px;font:16px/1.55 ${sans}"><a class="button" href="${claim}" style="display:inline-block;padding:14px 24px;font:600 16px/1.2 ${sans};color:#ffffff;background:#19303d;text-decoration:none;border-radius:8px">${renewIt}</a><br><span class="soft" style="display:inline-block;padding-top:8px;font-size:14px;color:#5c727d">${login}</span></p>
<p class="ink" style="margin:0;font:16px/1.55 ${sans};color:#14242e">${report}<br><a class="ink" href="${reproduce}" style="color:#14242e">${reportIt}</a></p>
</div>
<p class="soft" style="padding:16px 4px 0;font:13px/1.6 ${sans};color:#5c727d">${because}</p>
</div>
</body>
</html>
`
