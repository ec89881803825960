import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export { createSmtpMailer, type Mail, type Mailer, type SendResult } from './smtp-mailer.ts'

/** Font stacks of our mails, as values of the CSS property `font`. */
export const mailFonts = {
  serif: "'Source Serif 4',Georgia,'Times New Roman',serif",
  sans: "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
} as const

/** Prevents an address, a name or a title without spaces from making the mail wider than a phone. */
export const unbroken = 'overflow-wrap:anywhere;word-break:break-word;'

/**
 * HTML head of a mail: loads nothing external, and overrides every inline color for dark mode, by class. `dark`: rules for classes used
 * only in this mail.
 */
export const mailHead = ({ title, dark }: { title: string; dark: string }): HtmlEscapedString =>
  // Hono gives a promise only where one of the values is a promise.
  html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background: #0f171c !important }
  .card { background: #151f26 !important; border-color: #26343d !important }
  .line { border-color: #26343d !important }
  .ink { color: #e6ecee !important }
  .soft { color: #93a6b0 !important }
  .mark { color: #cfe0e8 !important }
  ${raw(dark)}
  .button { background: #cfe0e8 !important }
  .button-label { color: #0f171c !important }
}
@media (max-width: 520px) {
  .frame { padding: 16px 8px !important }
  .inside { padding: 24px 20px !important }
}
</style>
</head>` as HtmlEscapedString
