import { isFormPost } from '@corroborate/server-kit/http'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import { removeMark } from '../../kit/people/index.ts'
import { createYoursCall } from './calls.ts'

/** What is a reader's own of a page that everybody gets alike: their name, their vote, what they watch. */
export const yoursFeature = defineFeature<object, NoJobs>()({
  ...nothingOfPeople,
  open: ({ people, pages, personalSections }) => ({
    middleware: {
      withSession: [
        // A form was sent without script: the page that it leads to shows what was done, whether or not a script runs in it.
        async (c, next) => {
          await next()
          if (c.req.method === 'POST' && c.res.status === 303 && isFormPost(c)) removeMark(c)
        },
      ],
    },
    routes: { [paths.yours]: { GET: createYoursCall({ people, pages, personalSections }) } },
  }),
})
