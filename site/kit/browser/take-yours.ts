import { attempt } from './attempt.ts'

/**
 * A page that everybody gets alike shows what is its reader's after one call. The cookie `yours` says that this browser does so
 * (`kit/people/yours-mark.ts`): it holds a word that is made up anew for each session, since the server takes it away whenever one begins
 * or ends. An answer that arrives under another word than it was asked for under is another reader's, and is never shown.
 */

type Yours = {
  /** The provider's id of the account; null for a visitor. */
  reader: string | null
  /** Markup by the place that it goes to; null when nothing here is anybody's. */
  parts: Readonly<Record<string, string>> | null
}

/** A call that has found no answer by then has failed, in ms. */
const longestWait = 5_000

/** So many sessions are followed that begin and end while the page asks. */
const mostTries = 5

let taken: Promise<void> | null = null

/**
 * Does something that depends on who reads: at once where the page shows it, otherwise when it has been fetched. Everything else of a
 * page goes on meanwhile.
 */
export const afterYours = (work: () => void): void => {
  const root = document.documentElement
  if (root.dataset.awaits === undefined) {
    markBrowser()
    work()
    return
  }
  taken ??= takeYours().finally(() => {
    delete root.dataset.awaits
    // A page that is left is kept by the browser as it is: the next person who comes back to it does not see what was its reader's.
    addEventListener('pagehide', () => {
      root.dataset.awaits = 'yours'
    })
  })
  void taken.then(work)
}

/** A page that was made for its reader has run its script: the next one need not be. */
const markBrowser = (): void => {
  if (document.body.dataset.somebodys === undefined || mark() !== null) return
  setMark(crypto.getRandomValues(new Uint32Array(2)).join('-'), 400 * 24 * 60 * 60)
}

const takeYours = async (): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries++) {
    // Without a word, too: it was taken away meanwhile, and the next answer is of the reader of now.
    const asked = mark()
    const yours = await ask()
    if (mark() !== asked) continue
    if (yours?.parts === null) setMark('', 0)
    if (yours?.parts) show(yours.reader, yours.parts)
    return
  }
}

/** Null where there is no answer: then the page stays as everybody gets it. */
const ask = async (): Promise<Yours | null> => {
  try {
    const answer = await fetch(`/yours?${new URLSearchParams({ path: location.pathname })}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(longestWait),
    })
    return answer.ok ? ((await answer.json()) as Yours) : null
  } catch {
    return null
  }
}

const show = (reader: string | null, parts: Readonly<Record<string, string>>): void => {
  if (reader !== null) document.body.dataset.reader = reader
  for (const [name, markup] of Object.entries(parts)) {
    const template = document.createElement('template')
    template.innerHTML = markup
    if (name === 'notice') document.getElementById('main')?.before(template.content)
    else document.querySelector(`[data-yours="${name}"]`)?.replaceWith(template.content)
  }
}

const mark = (): string | null => /(?:^|; )yours=([^;]+)/.exec(document.cookie)?.[1] ?? null

const setMark = (word: string, seconds: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and absent from http pages.
  attempt(() => (document.cookie = `yours=${word}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`))
}
