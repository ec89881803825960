import { defineFeature } from '../../kit/feature/index.ts'
import { openHeaders } from '../api/index.ts'

/** URL of the script for third-party pages. */
const address = '/embed.js'

/** An hour, plus a day of stale-while-revalidate, so that embedding pages never wait for us. */
const forAnHour = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800'

/** The script for other people's pages: `<corroborate-badge>`, and badges for every DOI of a page. It is a file of the build. */
export const embedFeature = defineFeature()({
  open: () => ({
    middleware: {
      beforeSession: [
        async (c, next) => {
          await next()
          if (c.req.path !== address || (c.res.status !== 200 && c.res.status !== 304)) return
          for (const [name, value] of Object.entries({ ...openHeaders, 'Cache-Control': forAnHour }))
            c.res.headers.set(name, value)
        },
      ],
    },
  }),
})
