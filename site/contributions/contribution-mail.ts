import { html } from 'hono/html'
import { type Amount, formatAmount } from '../amounts/index.ts'
import type { Locale } from '../locales/index.ts'
import { mailWords } from './mail-words.ts'
import type { MailTopic } from './mails-due.ts'

/** What a mail is about. `paper` is its title; null for the pool. `books` is the address of the fund's books. */
export type ContributionMail = {
  locale: Locale
  about: MailTopic
  money: Amount
  paper: string | null
  books: string
  isSandbox: boolean
}

const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

/** The mail about a contribution, in the contributor's language, as text and as HTML. */
export const contributionMail = ({ locale, about, money, paper, books, isSandbox }: ContributionMail) => {
  const words = mailWords[locale]
  const amount = formatAmount(money, tags[locale])
  const subject = words[about].subject(amount)
  const lead = words[about].lead(amount, paper === null ? words.pool : words.bounty(paper))
  const note = isSandbox ? words.sandbox : ''
  const said = [lead, ...(isSandbox ? [note] : []), words.rule, `${words.books}\n${books}`, words.because]
  return {
    subject,
    text: `${said.join('\n\n')}\n`,
    html: String(
      page({ locale, subject, lead, note, rule: words.rule, books, where: words.books, because: words.because }),
    ),
  }
}

const serif = "'Source Serif 4',Georgia,'Times New Roman',serif"
const sans = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

type Said = Record<'locale' | 'subject' | 'lead' | 'note' | 'rule' | 'books' | 'where' | 'because', string>

/** One column that fits a phone, light and dark, nothing loaded from anywhere. Every text is escaped. */
const page = ({ locale, subject, lead, note, rule, books, where, because }: Said) => html`<!doctype html>
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
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbfaf7">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p class="mark" style="margin:0 0 16px;padding:0 4px;font:600 20px/1.2 ${serif};color:#19303d">Corroborate</p>
<div class="card" style="background:#ffffff;border:1px solid #dfe3e3;border-radius:12px;padding:28px;overflow-wrap:anywhere">
<h1 class="ink" style="margin:0 0 16px;font:600 24px/1.25 ${serif};color:#14242e">${subject}</h1>
<p class="ink" dir="auto" style="margin:0 0 16px;font:16px/1.55 ${sans};color:#14242e">${lead}</p>
<p class="ink" style="margin:0 0 16px;font:600 16px/1.55 ${sans};color:#14242e">${note}</p>
<p class="ink" style="margin:0 0 16px;font:16px/1.55 ${sans};color:#14242e">${rule}</p>
<p class="ink" style="margin:0;font:16px/1.55 ${sans};color:#14242e">${where}<br><a class="ink" href="${books}" style="color:#14242e">${books}</a></p>
</div>
<p class="soft" style="padding:16px 4px 0;font:13px/1.6 ${sans};color:#5c727d">${because}</p>
</div>
</body>
</html>
`
