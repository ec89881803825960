import { gzipSync } from 'node:zlib'
import { buildSiteIfChanged } from '../app/build-if-changed.ts'
import { siteDist } from '../app/dist.ts'
import { pages } from '../app/pages.ts'
import { createRenderer } from '../kit/http/index.ts'
import type { Page } from '../kit/page/define-page.ts'
import { type PaperPageModel, paperPage, wholeListPage, wholeLists } from '../paper/papers/index.ts'

/** Maximum gzipped HTML size of a page, in bytes. */
const most = 20_000

/** Returns the pages of a paper that exceed the limit, including its whole lists, by name and bytes. */
export type TooHeavy = (model: PaperPageModel) => [name: string, bytes: number][]

/** Builds the site if it has changed, and weighs pages of the build. */
export const openPageScales = async (): Promise<TooHeavy> => {
  await buildSiteIfChanged()
  const renderer = await createRenderer({ distDir: siteDist, pages })
  const weightOf = <Model>(page: Page<string, Model>, model: Model): number => {
    const head = page.head(model, 'https://corroborate.example')
    return gzipSync(renderer.render(page, model, { nonce: crypto.randomUUID(), head }), { level: 5 }).byteLength
  }
  const weightsOf = (model: PaperPageModel): [name: string, bytes: number][] => [
    [model.doi, weightOf(paperPage, model)],
    ...(['authors', 'known'] as const).flatMap(list =>
      wholeLists(model, list).map((page): [string, number] => [
        `${model.doi} ${list} ${page.page}`,
        weightOf(wholeListPage, page),
      ]),
    ),
  ]
  return model => weightsOf(model).filter(([, bytes]) => bytes > most)
}
