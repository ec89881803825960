import { isFormPost } from '@corroborate/server-kit/http'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import { removeMark } from '../../kit/people/index.ts'
import { createYoursCall } from './calls.ts'

/** Personalization of shared pages: name, vote, watched state. */
export const yoursFeature = defineFeature<object, NoJobs>()({
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
