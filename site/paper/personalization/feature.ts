import { HttpProblem, isFormPost } from '@corroborate/server-kit/http'
import { matchDoiPath, paths, sameOriginPath } from '../../kit/doi/index.ts'
import { defineFeature, type Handler, type NoJobs, nothingOfPeople, type Site } from '../../kit/feature/index.ts'
import { removeMark } from '../../kit/people/index.ts'

type YoursOptions = {
  people: Pick<Site<object, NoJobs, never>['people'], 'known' | 'session'>
  pages: Pick<Site<object, NoJobs, never>['pages'], 'readerOf' | 'renderYours'>
  personalSections: Site<object, NoJobs, never>['personalSections']
}

/**
 * `GET /yours?path=/10.1234/x`: what is the reader's own of the page at a path, as `{reader, parts}`: the id of their account, or null, and
 * markup by the place that it goes to. `{reader: null, parts: null}`: there is nothing.
 *
 * It is never compressed: it holds what only its reader may know, beside a path that somebody else may have chosen (docs/decisions/19).
 */
const createYoursCall =
  ({ people, pages, personalSections }: YoursOptions): Handler =>
  async c => {
    c.header('Cache-Control', 'private, no-store')
    const path = sameOriginPath(c.req.query('path') ?? '', new URL(c.req.url).origin)
    if (path === null) throw new HttpProblem(400, 'Invalid path.')
    const person = people.known(c)
    if (person === null && people.session(c) === 'nobody') return c.json({ reader: null, parts: null })
    const match = matchDoiPath(path)
    const isPaper = match.kind === 'match' && match.action === 'paper'
    const sections = isPaper ? await personalSections(match.doi, person) : {}
    const reader = { ...pages.readerOf(c), path }
    return c.json({ reader: reader.account, parts: pages.renderYours(sections, reader) })
  }

/** Personalization of shared pages: name, vote, watched state. */
export const personalizationFeature = defineFeature<object, NoJobs>()({
  ...nothingOfPeople,
  open: ({ people, pages, personalSections }) => ({
    middleware: {
      withSession: [
        // After a form without script, the next page shows the result with or without script.
        async (c, next) => {
          await next()
          if (c.req.method === 'POST' && c.res.status === 303 && isFormPost(c)) removeMark(c)
        },
      ],
    },
    routes: { [paths.yours]: { GET: createYoursCall({ people, pages, personalSections }) } },
  }),
})
