import {
  formatTime,
  howLong,
  neverConfirmedFor,
  providerTables,
  type Retention,
} from '@corroborate/server-kit/retention'
import { securityTxt } from '@corroborate/server-kit/security-txt'
import type { Settings } from '@corroborate/server-kit/settings'
import { version } from '@corroborate/server-kit/version'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { siteTables } from '../../kit/retention/index.ts'
import type { AboutPage } from './AboutPage.tsx'
import type { PrivacyPage } from './PrivacyPage.tsx'
import type { AboutModel, PrivacyModel } from './privacy-model.ts'

/** Tables that hold something only where a service outside is not set up. */
const withoutServices = new Set(['mailbox_messages', 'sandbox_records'])

/** Lists stored personal data with retention periods for `/privacy`, from the settings used by both servers' purges. Pure. */
export const personalData = ({ mail }: Pick<Settings, 'mail'>): readonly { what: string; howLong: string }[] => {
  const tables: readonly (readonly [string, Retention])[] = [
    ...Object.entries(siteTables),
    ...Object.entries(providerTables),
  ]
  const lines = tables
    .filter(([table, { of }]) => of === 'people' && (mail.smtpUrl === undefined || !withoutServices.has(table)))
    .map(([, retention]) => ({ what: retention.what, howLong: howLong(retention) }))
  const neverConfirmed = {
    what: 'Unverified email address',
    howLong: `${formatTime(neverConfirmedFor)} after it was entered`,
  }
  return [...lines, neverConfirmed]
}

export const aboutPage = definePage({
  name: 'about',
  component: markup<typeof AboutPage>('app/about/AboutPage.tsx'),
  head: (_: AboutModel, origin) => ({
    title: 'About · Corroborate',
    description: 'About Corroborate: how a paper’s status is determined, where the data comes from, and its limits.',
    canonical: `${origin}${paths.about}`,
  }),
  islands: null,
  scriptBudget: 5_100,
})

export const privacyPage = definePage({
  name: 'privacy',
  component: markup<typeof PrivacyPage>('app/about/PrivacyPage.tsx'),
  head: (_: PrivacyModel, origin) => ({
    title: 'Privacy · Corroborate',
    description: 'The personal data Corroborate stores, how long it is kept, and who can see it.',
    canonical: `${origin}${paths.privacy}`,
  }),
  islands: null,
  scriptBudget: 5_100,
})

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
    const kept = personalData(settings)
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
