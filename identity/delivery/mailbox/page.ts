import { raw } from 'hono/html'
import { timeInWords } from '../../platform/times/index.ts'
import { type Markup, markup } from '../markup.ts'
import { browserScript } from './browser-script.ts'
import { pageStyles } from './page-styles.ts'
import type { MailboxMessage } from './store.ts'

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
          ? 'Nothing here yet. Every mail, SMS and WhatsApp message the identity provider sends will appear on this page.'
          : `Nothing to ${page.to}.`
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
<p class="meta">To <a href="${address({ to: message.to })}">${message.to}</a> · ${channelWords[message.channel]} · <time datetime="${message.sent_at}">${timeInWords(Date.parse(message.sent_at))}</time></p>
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
