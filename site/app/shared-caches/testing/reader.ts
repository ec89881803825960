import { type Answer, ask } from './ask.ts'
import { createCookieJar } from './cookie-jar.ts'

export type ReaderOptions = {
  /** The cache's. */
  origin: string
  /** The site's own, which its pages send as `Origin`. */
  site: string
  /** Network address of the reader, for rate limits. */
  address: string
  /** The tokens of sessions of the reader's own account: each log-in takes one. None: they have no account. */
  tokens?: string[]
  email?: string
  /** True if our page scripts run, which mark the browser. */
  scripted: boolean
  /** True if the reader ever acts; otherwise they stay anonymous. */
  votes: boolean
}

/** Classification of a response, with its error if any. */
export type Seen = { kind: string; status: string; wrong: string | null }

type Vote = 'upvote' | 'downvote'
type Deed = (path: string, dice: number) => Promise<Seen>

const sessionCookie = 'corroborate_session'
const anyAddress = /reader-\d+@example\.org/g

/**
 * Creates a reader who acts sequentially and can therefore check every response: it contains no address but their own, and their own vote
 * or none. Shared responses must contain neither.
 */
export const createReader = ({ origin, site, address, tokens = [], email, scripted, votes }: ReaderOptions) => {
  const jar = createCookieJar()
  const given = new Map<string, Vote>()
  let isSignedIn = false

  const send = async (path: string, body?: object): Promise<Answer> => {
    const headers = { ...jar.header(), origin: site, 'x-forwarded-for': address }
    const answer = await ask(origin, { path, headers, ...(body !== undefined && { method: 'POST', body }) })
    jar.take(answer.headers)
    return answer
  }
  /** A session shows its own votes rather than the browser's. */
  const ownVote = (path: string): string => (email !== undefined && !isSignedIn ? 'none' : (given.get(path) ?? 'none'))

  const seen = (kind: string, { status, text, headers }: Answer, complaints: (string | false)[]): Seen => {
    const names = new Set(text.match(anyAddress))
    const others = [...names].filter(name => name !== email || !isSignedIn)
    const all = [others.length > 0 && `it names ${others}`, ...(status < 400 ? complaints : [])]
    const wrong = all.filter(complaint => complaint !== false).join('; ')
    // The site sends Retry-After; a failed fetch by the cache does not.
    const from = status === 503 ? (headers['retry-after'] === undefined ? ' by the cache' : ' by the site') : ''
    return {
      kind,
      status: `${status}${from}`,
      wrong: wrong === '' ? null : `${kind} for ${email ?? address}: ${wrong}`,
    }
  }
  const voteIn = (text: string): string => /name="seen" value="(\w+)"/.exec(text)?.[1] ?? 'nothing'
  const voteComplaint = (text: string, expected: string): string | false =>
    voteIn(text) !== expected && `it shows the vote ${voteIn(text)} for ${expected}`

  const readPage: Deed = async path => {
    const isOwn = (jar.has(sessionCookie) || jar.has('visitor')) && !jar.has('yours')
    const answer = await send(path)
    const isPrivate = !String(answer.headers['cache-control']).includes('public')
    if (answer.status === 200 && isPrivate && scripted) jar.set('yours', `${Math.random()}`.slice(2))
    return seen(isOwn ? 'own page' : 'shared page', answer, [
      isPrivate !== isOwn && `it says ${answer.headers['cache-control']}`,
      voteComplaint(answer.text, isOwn ? ownVote(path) : 'none'),
      isOwn && isSignedIn && !answer.text.includes(email ?? '') && 'it does not name its reader',
      !isOwn && /reader-\d+@/.test(answer.text) && 'it names somebody',
      !isOwn && answer.headers['set-cookie'] !== undefined && 'it sets a cookie',
    ])
  }

  const readYours: Deed = async path => {
    const answer = await send(`/yours?path=${encodeURIComponent(path)}`)
    const told = answer.status === 200 ? JSON.parse(answer.text) : {}
    const hasNothing = !isSignedIn && !jar.has('visitor')
    return seen('yours', answer, [
      answer.headers['cache-control'] !== 'private, no-store' && 'a cache may keep it',
      (told.parts === null) !== hasNothing && (hasNothing ? 'it is not empty' : 'it is empty'),
      (told.reader !== null) !== isSignedIn && `its account is ${told.reader}`,
      !hasNothing && voteComplaint(told.parts?.vote ?? '', ownVote(path)),
    ])
  }

  const vote: Deed = async (path, dice) => {
    const voteType = dice % 2 === 0 ? 'upvote' : 'downvote'
    const answer = await send(`${path}/vote`, { voteType })
    if (answer.status === 200) {
      if (given.get(path) === voteType) given.delete(path)
      else given.set(path, voteType)
    }
    return seen('vote', answer, [])
  }

  const logIn: Deed = async () => {
    const answer = await send('/authenticate', { session_token: tokens.pop() })
    isSignedIn = answer.status === 200
    return seen('log-in', answer, [])
  }

  /** Afterwards replays the previous cookies, as another window might. They must be invalid. */
  const logOut: Deed = async path => {
    const before = jar.header().cookie ?? ''
    const answer = await send('/logout', {})
    isSignedIn = false
    const again = await ask(origin, { path: `/yours?path=${path}`, headers: { cookie: before } })
    return seen('log-out', { ...again, status: answer.status }, [
      again.status === 200 && JSON.parse(again.text).reader !== null && 'its session goes on',
      answer.status === 303 && jar.has(sessionCookie) && 'its cookie stays',
    ])
  }

  /** Does one of all that they may do, by a number below 10,000. */
  return (path: string, dice: number): Promise<Seen> => {
    if (tokens.length > 0 && !isSignedIn && dice % 10 === 0) return logIn(path, dice)
    if (isSignedIn && tokens.length > 0 && dice % 200 === 1) return logOut(path, dice)
    if (votes && (email === undefined || isSignedIn) && dice % 25 === 2) return vote(path, dice >> 3)
    return dice % 12 === 3 ? readYours(path, dice) : readPage(path, dice)
  }
}
