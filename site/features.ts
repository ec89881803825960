import type { AnyFeature, PaperSection } from './feature/index.ts'
import { papersFeature } from './papers/feature.ts'
import { searchFeature } from './search/feature.ts'
import { signInFeature } from './sign-in/feature.ts'
import { sourcesFeature } from './sources/feature.ts'
import { votesFeature } from './votes/feature.ts'

const list = [papersFeature, searchFeature, votesFeature, signInFeature, sourcesFeature] as const

/** Every feature of the site, in the order in which their sections stand on a paper's page. */
export const features: readonly AnyFeature[] = list

export type SiteFeature = (typeof list)[number]

type SectionOf<F> = F extends { paperSection: PaperSection<never, infer Name, infer Props> }
  ? { name: Name; props: Props }
  : never
type Sections = SectionOf<SiteFeature>

/** What each section of a paper's page is given, by the section's name. */
export type PaperSectionProps = { [S in Sections as S['name']]: S['props'] }
