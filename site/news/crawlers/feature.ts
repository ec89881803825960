import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { createCrawlerCalls } from './calls.ts'
import { type EventTables, papersWithEvents } from './papers-with-events.ts'

/** robots.txt, and sitemaps of papers with events. */
export const crawlersFeature = defineFeature<EventTables>()({
  open: ({ settings, db, now }) => {
    const known = db.$pickTables<keyof EventTables>()
    const calls = createCrawlerCalls({
      origin: settings.site.origin,
      read: range => papersWithEvents(known, { ...range, today: new Date(now()).toISOString().slice(0, 10) }),
      now,
    })
    return {
      routes: {
        [paths.robots]: { GET: calls.robots },
        [paths.sitemapIndex]: { GET: calls.index },
        [paths.sitemaps]: { GET: calls.file },
      },
    }
  },
})
