import { raw } from 'hono/html'
import { formatTime } from '../../platform/times/format-time.ts'
import { type Markup, markup } from '../markup.ts'
import { browserScript } from './browser-script.ts'
import type { MailboxMessage } from './store.ts'

/** The mailbox page's own style sheet, in the colours of the product. */
const pageStyles = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #fff; --ink: #14242e; --soft: #546973; --line: #dfe3e3; --primary: #19303d; --tint: #eef2f1;
  --serif: 'Source Serif 4', Georgia, serif; --sans: Inter, system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f171c; --card: #151f26; --ink: #e6ecee; --soft: #93a6b0; --line: #26343d; --primary: #cfe0e8; --tint: #1a262e }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 var(--sans); min-height: 100dvh; display: flex; flex-direction: column }
a { color: inherit }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; border-radius: 4px }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding: 14px 24px; border-bottom: 1px solid var(--line) }
h1 { font: 600 20px/1.2 var(--serif); margin: 0 }
h1 a { color: var(--primary); text-decoration: none }
header p { margin: 0; color: var(--soft); font-size: 14px }
main { flex: 1; display: grid; grid-template-columns: minmax(260px, 360px) minmax(0, 1fr); min-height: 0 }
nav { border-right: 1px solid var(--line); overflow: auto }
form { display: flex; gap: 8px; padding: 12px 16px; border-bottom: 1px solid var(--line) }
input { flex: 1; min-width: 0; font: inherit; font-size: 16px; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px }
button { font: 500 14px/1.2 var(--sans); color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; cursor: pointer; white-space: nowrap }
button:hover { border-color: var(--soft) }
ol { list-style: none; margin: 0; padding: 0 }
li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 12px 16px; border-bottom: 1px solid var(--line); text-decoration: none }
li a:hover { background: var(--tint) }
li a[aria-current] { background: var(--tint); box-shadow: inset 3px 0 0 var(--primary) }
.who { font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
time { font-variant-numeric: tabular-nums }
li time, .tag, .what { color: var(--soft); font-size: 14px }
.what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.tag, li time { justify-self: end }
.empty { color: var(--soft); padding: 24px; margin: 0; max-width: 48ch }
article { padding: 24px clamp(16px, 3vw, 40px) 48px; max-width: 880px }
h2 { font: 600 26px/1.25 var(--serif); margin: 0 0 4px; text-wrap: balance; overflow-wrap: anywhere }
.meta { margin: 0 0 24px; color: var(--soft); font-size: 14px; overflow-wrap: anywhere }
.back { display: none; font-size: 14px; color: var(--soft); margin-bottom: 16px }
.code, .link { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin: 0 0 12px; padding: 12px 16px; background: var(--tint); border-radius: 8px }
.code strong { font: 600 28px/1.2 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; letter-spacing: .12em }
.link a { min-width: 0; font-size: 14px; overflow-wrap: anywhere }
iframe { display: block; width: 100%; height: 720px; margin: 24px 0 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); resize: vertical; overflow: auto }
.bubble { width: fit-content; max-width: 44ch; margin: 24px 0; padding: 12px 16px; border-radius: 16px 16px 16px 4px; background: var(--tint); white-space: pre-wrap; overflow-wrap: anywhere }
summary { cursor: pointer; color: var(--soft); font-size: 14px }
pre { margin: 12px 0 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
[role=status] { position: fixed; left: 50%; bottom: 24px; translate: -50% 0; margin: 0; padding: 10px 16px; border-radius: 8px; background: var(--primary); color: var(--paper); font-size: 14px }
[role=status]:empty { display: none }
@media (max-width: 760px) {
  header { padding: 12px 16px }
  main { display: block }
  nav { border: 0 }
  .reading nav { display: none }
  body:not(.reading) section { display: none }
  .back { display: inline-block; padding: 8px 0 }
  article { padding: 8px 16px 40px }
  .link { flex-direction: column; align-items: stretch; gap: 10px }
  iframe { height: 680px }
}
`

export type ListedMessages = {
  /** Newest first. */
  readonly messages: readonly MailboxMessage[]
  /** The one that is open; undefined shows the list alone. */
  readonly open: MailboxMessage | undefined
  /** Only messages to this address are listed. */
  readonly to: string | undefined
}

export type MailboxPage = ListedMessages & { readonly nonce: string }

const channelWords = { email: 'Mail', sms: 'SMS', whatsapp: 'WhatsApp' } as const

export const mailboxPath = '/dev/mailbox'

const address = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? mailboxPath : `${mailboxPath}?${query}`
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

const listItem = (message: MailboxMessage, { open, to }: ListedMessages): Markup => {
  const current = message.id === open?.id ? markup` aria-current="true"` : null
  return markup`<li><a href="${address({ to, id: message.id })}"${current}>
<span class="who">${message.to}</span><time datetime="${message.sent_at}">${message.sent_at.slice(11, 19)}</time>
<span class="what">${message.subject ?? firstLine(message.text)}</span><span class="tag">${channelWords[message.channel]}</span>
</a></li>`
}

const list = (page: ListedMessages): Markup =>
  page.messages.length === 0
    ? markup`<p class="empty" id="list" data-newest="">${
        page.to === undefined
          ? 'No messages yet. Every email, SMS and WhatsApp message sent by the identity provider appears here.'
          : `No messages to ${page.to}.`
      }</p>`
    : markup`<ol id="list" data-newest="${page.messages[0]?.id ?? ''}">${page.messages.map(message => listItem(message, page))}</ol>`

const copyable = (label: string, value: string): Markup =>
  markup`<button type="button" class="copy" data-copy="${value}">${label}</button>`

const codeBlock = (code: string): Markup =>
  markup`<p class="code"><strong>${code}</strong>${copyable('Copy code', code)}</p>`

const linkBlock = (link: string): Markup =>
  markup`<p class="link"><a href="${link}" rel="noreferrer">${link}</a>${copyable('Copy link', link)}</p>`

const body = (message: MailboxMessage): Markup =>
  message.html === null
    ? markup`<p class="bubble">${message.text}</p>`
    : markup`<iframe title="The mail as it was sent" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${mailboxPath}/preview?id=${encodeURIComponent(message.id)}"></iframe>
<details><summary>The same as plain text</summary><pre>${message.text}</pre></details>`

const opened = (message: MailboxMessage, to: string | undefined): Markup => markup`<article>
<a class="back" href="${address({ to })}">All messages</a>
<h2>${message.subject ?? `${channelWords[message.channel]} message`}</h2>
<p class="meta">To <a href="${address({ to: message.to })}">${message.to}</a> · ${channelWords[message.channel]} · <time datetime="${message.sent_at}">${formatTime(Date.parse(message.sent_at))}</time></p>
${message.code === null ? null : codeBlock(message.code)}
${message.links.map(linkBlock)}
${body(message)}
</article>`

/** The list alone, for a page that looks for new messages. */
export const mailboxList = (listed: ListedMessages): string => list(listed).toString()

/** The mailbox as a page for people. Works without JavaScript; with it, new messages appear by themselves. */
export const mailboxPage = (page: MailboxPage): string => {
  const title = page.open === undefined ? 'Mailbox' : (page.open.subject ?? firstLine(page.open.text))
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Mailbox of this machine</title>
<link rel="icon" href="data:,">
<style nonce="${page.nonce}">${raw(pageStyles)}</style>
</head>
<body${page.open === undefined ? null : markup` class="reading"`}>
<header><h1><a href="${mailboxPath}">Mailbox</a></h1><p>Messages stay on this machine: no mail server is set up.</p></header>
<main>
<nav aria-label="Messages">
<form role="search" action="${mailboxPath}"><input type="search" name="to" value="${page.to ?? ''}" placeholder="Address or number" aria-label="Show messages to"><button>Show</button></form>
${list(page)}
</nav>
<section aria-label="Message">${
    page.open === undefined ? markup`<p class="empty">Choose a message to read it.</p>` : opened(page.open, page.to)
  }</section>
</main>
<p role="status" id="said"></p>
<script type="module" nonce="${page.nonce}">${raw(browserScript)}</script>
</body>
</html>
`.toString()
}
