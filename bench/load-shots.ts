import { passwords } from '@corroborate/wire/passwords'
import { sessions } from '@corroborate/wire/sessions'
import { benchmarkPapers } from './asked-papers.ts'
import type { Query } from './corpus.ts'
import { get, numberOfItsOwn, post, type Shot } from './open-loop.ts'
import { type Provider, requestSdk, sdkCall } from './our-servers.ts'
import { newProject, openOurSessions } from './our-sessions.ts'
import { type HttpCall, sendWell } from './routes.ts'
import { tokenOf } from './row-copies.ts'

/** Maximum number of distinct searches, sent in rotation. */
const mostSearches = 200
const accounts = 64
const sessionsInUse = 5_000

/** Pages of a visitor who has voted, so that no cache holds them. Each must contain its own DOI. */
export const pages: readonly Shot[] = benchmarkPapers.map(doi =>
  get(`/${doi}`, { Accept: 'text/html', Cookie: 'visitor=0123456789012345678901' }, `https://doi.org/${doi}`),
)

/** Votes on five papers, each the first of a new visitor. */
export const votesTo = (origin: string): readonly Shot[] =>
  benchmarkPapers.map(doi =>
    post(`/${doi}/vote`, {
      headers: { Accept: 'application/json', Origin: origin, Cookie: `visitor=voterAAAAA${numberOfItsOwn}` },
      body: '{"voteType":"upvote"}',
      expects: '"counts":',
    }),
  )

/** Searches that find their paper on an idle server. Under load each response must contain it too. */
export const searchesOf = async (origin: string, queries: readonly Query[]): Promise<readonly Shot[]> => {
  const shots: Shot[] = []
  for (const { text, doi } of queries) {
    if (shots.length === mostSearches) break
    const path = `/search?${new URLSearchParams({ q: text })}`
    const headers = { accept: 'application/json' }
    const { text: body } = await sendWell({ method: 'GET', url: origin + path, headers })
    const results = (JSON.parse(body) as { results: { doi: string }[] }).results.map(result => result.doi)
    const found = results.find(result => result.toLowerCase().endsWith(doi))
    if (found !== undefined) shots.push(get(path, headers, JSON.stringify(found)))
  }
  return shots
}

/** Request mix: of twenty requests, sixteen are pages, three are searches and one is a vote. */
export const mixOf = (votes: readonly Shot[], searches: readonly Shot[]): readonly Shot[] =>
  Array.from({ length: 400 }, (_, n) => {
    const among = n % 20 === 19 ? votes : n % 7 === 6 ? searches : pages
    return among[n % among.length]
  }).filter(shot => shot !== undefined)

const shotOf = ({ url, headers, body = '' }: HttpCall, expects: string): Shot => {
  const { pathname, search } = new URL(url)
  return post(pathname + search, { headers, body, expects })
}

/** Password sign-ins. Each must return a session. */
export const signInsAt = async (provider: Provider): Promise<readonly Shot[]> => {
  const publicToken = await newProject(provider)
  const shots: Shot[] = []
  for (let n = 0; n < accounts; n++) {
    const body = { email: `n${n}@example.org`, password: 'lantern-gravel-opus-41', session_duration_minutes: 60 }
    await requestSdk(provider.origin, publicToken, passwords.create, { body })
    const call = sdkCall(provider.origin, publicToken, passwords.authenticate, { body })
    shots.push(shotOf(call, '"session_token":'))
  }
  return shots
}

/** Clients that check their sessions, each another one; each must get a JWT. */
export const sessionChecksAt = async (provider: Provider, file: string): Promise<readonly Shot[]> => {
  const publicToken = await newProject(provider)
  const ours = await openOurSessions(provider, { file }, publicToken)
  await ours.add(0, sessionsInUse)
  await ours.close()
  return Array.from({ length: sessionsInUse }, (_, n) => {
    const call = sdkCall(provider.origin, publicToken, sessions.authenticate, { body: {}, session: tokenOf(n) })
    return shotOf(call, '"session_jwt":')
  })
}
