import { paths } from '../../kit/doi/index.ts'
import { definePage } from '../../kit/page/index.ts'

type AboutModel = Record<string, never>

/** What is said about privacy depends on how the site is set up. */
export type PrivacyModel = {
  /** The host that visits are reported to; null: they are reported nowhere. */
  analytics: string | null
  /** The address of a person who answers for the site. */
  contact: string | null
  /** The services that are asked about papers. */
  outside: readonly string[]
}

export const aboutPage = definePage({
  name: 'about',
  head: (_: AboutModel, origin) => ({
    title: 'About · Corroborate',
    description:
      'What Corroborate is, how it answers whether a paper holds, where that comes from, and what it cannot tell.',
    canonical: `${origin}${paths.about}`,
  }),
  islands: null,
  scriptBudget: 3_000,
})

export const privacyPage = definePage({
  name: 'privacy',
  head: (_: PrivacyModel, origin) => ({
    title: 'Privacy · Corroborate',
    description: 'What Corroborate keeps of its readers, for how long, and who sees it.',
    canonical: `${origin}${paths.privacy}`,
  }),
  islands: null,
  scriptBudget: 3_000,
})
