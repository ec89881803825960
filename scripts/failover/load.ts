import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { visitorKey } from '../../site/kit/people/index.ts'
import { productAt } from '../../site/testing/index.ts'

export const paper = '10.48550/arxiv.1706.03762'

export type Kind = 'vote' | 'note' | 'contribution' | 'sign-in'
/**
 * Result of an attempt from the client's view: `stored` was acknowledged, `refused` was certainly not done, `unknown` may have been done,
 * and `wrong` is an invalid response.
 */
export type Outcome = 'stored' | 'refused' | 'unknown' | 'wrong'
export type Attempt = { kind: Kind; id: string; outcome: Outcome; began: number; ended: number; said: string }

class Ended extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome, said: string) {
    super(said)
    this.outcome = outcome
  }
}

/** Classifies the response to a write. Pure. */
export const outcomeOf = (status: number, text: string): Outcome => {
  if (status < 400) return 'stored'
  if (status === 503) return text.includes('may or may not') ? 'unknown' : 'refused'
  // The proxy's, about a node that ended or was silent.
  return status === 502 || status === 504 ? 'unknown' : 'wrong'
}

const send = async (url: string, init: RequestInit): Promise<string> => {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    ...init,
    signal: AbortSignal.timeout(60_000),
  }).catch(error => {
    throw new Ended('unknown', String(error.cause ?? error))
  })
  const text = await answer.text().catch(() => 'cut off')
  const outcome = outcomeOf(answer.status, text)
  if (outcome !== 'stored') throw new Ended(outcome, `${answer.status} ${text.slice(0, 200)}`)
  return text
}

const json = { accept: 'application/json', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

export type Place = {
  /** The site by way of the proxy. */
  site: string
  /** Origin of a provider without the proxy, whose mailbox is readable. */
  identity: () => string
}

/** Performs each kind of write once. Resolves on acknowledgment. */
const deeds = ({ site, identity }: Place, note: { cookie: string }) => ({
  vote: async (id: string) => {
    await send(`${site}/${paper}/vote`, {
      headers: { ...json, cookie: `visitor=${id}` },
      body: JSON.stringify({ voteType: 'upvote' }),
    })
  },
  note: async (id: string) => {
    await send(`${site}/${paper}/comment`, {
      headers: { ...json, cookie: note.cookie },
      body: JSON.stringify({ author: 'Ada', content: `The note that is called ${id}.` }),
    })
  },
  contribution: async (id: string) => {
    const body = JSON.stringify({ amount: 50, name: id })
    const { url } = JSON.parse(await send(`${site}/${paper}/contribute`, { headers: json, body })) as { url: string }
    await send(url, { body: new URLSearchParams({ action: 'pay', email: 'gil@example.org' }) })
  },
  'sign-in': async (id: string, keep: (token: string) => void) => {
    const { newSession } = productAt({ origin: site, identity: identity() })
    const { token } = await newSession(`${id}@example.org`).catch(error => {
      // Several calls, each of which may be refused: people begin anew.
      throw new Ended('unknown', String(error))
    })
    keep(token)
  },
})

/** So many of a kind are stored one after the other when all is well again. */
const inARow = 5

/** Generates an ID that is valid in a visitor cookie, an email address and a text. */
const newId = (): string => randomBytes(11).toString('hex')

/** Starts users who vote, write notes, contribute and sign in, one thing after another, until stopped. */
export const startLoad = (place: Place, note: { cookie: string }) => {
  const attempts: Attempt[] = []
  /** Session tokens of the signed-in users. */
  const tokens: string[] = []
  let isOver = false
  const doing = deeds(place, note)
  const attempt = async (kind: Kind): Promise<void> => {
    const [id, began] = [newId(), performance.now()]
    const end = (outcome: Outcome, said: string) =>
      void attempts.push({ kind, id, outcome, began, ended: performance.now(), said })
    try {
      await doing[kind](id, token => tokens.push(token))
      end('stored', '')
    } catch (error) {
      if (!(error instanceof Ended)) end('wrong', String(error))
      else end(error.outcome, error.message)
    }
  }
  const keepDoing = async (kind: Kind, pause: number): Promise<void> => {
    while (!isOver) {
      await attempt(kind)
      await sleep(pause)
    }
  }
  const all = [
    ...[keepDoing('vote', 20), keepDoing('vote', 20), keepDoing('note', 60)],
    ...[keepDoing('contribution', 200), keepDoing('sign-in', 400)],
  ]
  return {
    attempts,
    tokens,
    /** Resolves when the last five of each kind were stored: one alone may have gone to the node that was well all the time. */
    storedAgain: async (): Promise<void> => {
      const since = performance.now()
      const kinds: Kind[] = ['vote', 'note', 'contribution', 'sign-in']
      const isStored = (kind: Kind) => {
        const last = attempts.filter(one => one.kind === kind && one.began >= since).slice(-inARow)
        return last.length === inARow && last.every(({ outcome }) => outcome === 'stored')
      }
      while (!kinds.every(isStored)) await sleep(50)
    },
    stop: async (): Promise<void> => {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** Under which key the site keeps the vote of an attempt. */
export const voterOf = (id: string): string => visitorKey(id)
