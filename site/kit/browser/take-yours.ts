import { attempt } from './attempt.ts'

/**
 * Fetches the personal parts of a shared page. The cookie `yours` marks browsers that do this (`kit/people/yours-mark.ts`): it contains a
 * random value for each session, since the server removes it whenever one begins or ends. A response that arrives under a different value
 * belongs to another reader and is never shown.
 */

type Yours = {
  /** The provider's id of the account; null for a visitor. */
  reader: string | null
  /** Markup by placeholder; null if there is no personal content. */
  parts: Readonly<Record<string, string>> | null
}

/** A call that has found no answer by then has failed, in ms. */
const longestWait = 5_000

/** Maximum number of retries if sessions begin or end during the request. */
const mostTries = 5

let taken: Promise<void> | null = null

/**
 * Runs work that depends on the reader: immediately if the page contains the personal parts, otherwise once they are fetched. The rest of
 * the page does not wait.
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
    // Removes personal content on leaving, because the back/forward cache would show it to the next user.
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

/** Returns null without a response; the page then keeps its shared content. */
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
