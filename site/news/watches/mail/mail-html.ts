import { mailFonts, mailHead, unbroken } from '@corroborate/server-kit/mail'
import { html } from 'hono/html'
import type { Said } from './said.ts'

const { serif, sans } = mailFonts

/** The HTML form: one column that fits a phone, light and dark, nothing loaded from anywhere. Every text is escaped. */
export const mailHtml = (said: Said): string =>
  String(html`<!doctype html>
<html lang="${said.locale}" dir="ltr">
${mailHead({ title: said.subject, dark: '.grave { color: #f29490 !important }' })}
<body class="paper" style="margin:0;padding:0;background:#fbfaf7;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${said.intro}</div>
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbfaf7" style="background:#fbfaf7"><tr>
<td class="frame" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed">
<tr><td class="mark" style="padding:0 4px 16px;font:600 20px/1.2 ${serif};color:#19303d;text-align:left">Corroborate</td></tr>
<tr><td class="card inside" bgcolor="#ffffff" style="${unbroken}background:#ffffff;border:1px solid #dfe3e3;border-radius:12px;padding:32px;text-align:left">
<h1 class="ink" style="margin:0 0 24px;font:600 24px/1.25 ${serif};letter-spacing:-.01em;color:#14242e">${said.heading}</h1>
${said.papers.map(paper)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0"><tr>
<td class="button" align="center" bgcolor="#19303d" style="border-radius:8px;background:#19303d">
<a class="button-label" href="${said.dashboard.url}" style="display:inline-block;padding:14px 24px;font:600 16px/1.2 ${sans};color:#ffffff;text-decoration:none;border-radius:8px">${said.dashboard.label}</a>
</td></tr></table>
</td></tr>
<tr><td class="soft" style="${unbroken}padding:16px 4px 0;font:13px/1.6 ${sans};color:#5c727d;text-align:left">${said.because}<br>
<a class="soft" href="${said.choose.url}" style="color:#5c727d">${said.choose.label}</a> · <a class="soft" href="${said.unsubscribe.url}" style="color:#5c727d">${said.unsubscribe.label}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`)

const paper = ({ title, url, things }: Said['papers'][number]) => html`
<div class="line" style="border-top:1px solid #dfe3e3;padding:18px 0 4px">
<p style="margin:0 0 8px"><a class="ink" href="${url}" dir="auto" style="font:600 18px/1.35 ${serif};color:#14242e">${title}</a></p>
${things.map(thing)}
</div>`

// Colours stand inline for readers that drop the style sheet, and again by class for those that have a dark mode.
const thing = ({ what, when, outcome, who, detail, isGrave }: Said['papers'][number]['things'][number]) => html`
<p class="ink" style="margin:0 0 12px;font:16px/1.5 ${sans};color:#14242e"><b class="${isGrave ? 'grave' : 'ink'}" style="font-weight:600;color:${isGrave ? '#8b1214' : '#14242e'}">${what}</b> ${when}${
  outcome === null ? '' : html`: <b class="ink" style="font-weight:600;color:#14242e">${outcome}</b>`
}${who === null ? '' : html`<span class="soft" style="color:#5c727d">, ${who}</span>`}${
  detail === null ? '' : html`<br><span class="soft" dir="auto" style="font-size:14px;color:#5c727d">${detail}</span>`
}</p>`
