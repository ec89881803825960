import { securityTxt } from '@corroborate/server-kit/security-txt'
import { version } from '@corroborate/server-kit/version'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { keptOfPeople } from './kept-of-people.ts'
import { aboutPage, privacyPage } from './pages.ts'

/** The site's about and privacy pages. */
export const aboutFeature = defineFeature<Record<never, never>>()({
  pages: [aboutPage, privacyPage],
  open: ({ settings, pages, now }) => {
    const analytics = settings.analyticsUrl === undefined ? null : new URL(settings.analyticsUrl).host
    const { contact, origin } = settings.site
    const outside = [
      ...(settings.openAlex.url === null ? [] : ['OpenAlex']),
      ...(settings.crossref.url === null ? [] : ['Crossref']),
    ]
    const kept = keptOfPeople(settings)
    return {
      routes: {
        [paths.about]: { GET: c => pages.showToAll(c, aboutPage, async () => ({ contact, version })) },
        [paths.securityTxt]: {
          GET: c => {
            if (contact === null) return c.notFound()
            c.header('Cache-Control', 'public, max-age=3600')
            return c.text(securityTxt({ origin, contact, now: now() }))
          },
        },
        [paths.privacy]: {
          GET: c => pages.showToAll(c, privacyPage, async () => ({ analytics, contact, kept, outside })),
        },
      },
    }
  },
})
