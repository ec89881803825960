import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { aboutPage, privacyPage } from './pages.ts'

/** What the site says of itself: what it is, and what it keeps of its readers. */
export const aboutFeature = defineFeature<Record<never, never>>()({
  pages: [aboutPage, privacyPage],
  open: ({ settings, pages }) => {
    const analytics = settings.analyticsUrl === undefined ? null : new URL(settings.analyticsUrl).host
    const contact = settings.mail.contact ?? null
    const outside = [
      ...(settings.openAlex.url === null ? [] : ['OpenAlex']),
      ...(settings.crossref.url === null ? [] : ['Crossref']),
    ]
    return {
      routes: {
        [paths.about]: { GET: c => pages.showToAll(c, aboutPage, async () => ({})) },
        [paths.privacy]: { GET: c => pages.showToAll(c, privacyPage, async () => ({ analytics, contact, outside })) },
      },
    }
  },
})
