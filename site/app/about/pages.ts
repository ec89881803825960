import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import type { AboutPage } from './AboutPage.tsx'
import type { AboutModel } from './about-model.ts'
import type { PrivacyPage } from './PrivacyPage.tsx'
import type { PrivacyModel } from './privacy-model.ts'

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
