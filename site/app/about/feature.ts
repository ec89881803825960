import { paths } from '../../kit/doi/index.ts'
import type { Feature } from '../../kit/feature/index.ts'
import { aboutPage, privacyPage } from './pages.ts'

/** What the site says of itself: what it is, and what it keeps of its readers. */
export const aboutFeature = {
  migrations: [],
  limits: {},
  pages: [aboutPage, privacyPage],
  paperSection: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  mine: null,
  exportOf: null,
  moderated: null,
  attempts: null,
  notes: null,
  open: ({ settings, pages }) => {
    const analytics = settings.analyticsUrl === undefined ? null : new URL(settings.analyticsUrl).host
    const contact = settings.mail.contact ?? null
    const outside = [
      ...(settings.openAlex.url === null ? [] : ['OpenAlex']),
      ...(settings.crossref.url === null ? [] : ['Crossref']),
    ]
    return {
      jobs: {},
      middleware: [],
      routes: {
        [paths.about]: { GET: c => pages.showToAll(c, aboutPage, async () => ({})) },
        [paths.privacy]: { GET: c => pages.showToAll(c, privacyPage, async () => ({ analytics, contact, outside })) },
      },
      paperRoutes: {},
    }
  },
} as const satisfies Feature<Record<never, never>, Record<never, never>, Record<never, never>, null>
