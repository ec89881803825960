import { hash } from 'node:crypto'
import { type KnownModel, layoutStrip, type Status, type Strip, statusShape, statusWords } from '../known/index.ts'

/** Model of a paper's share image: plain data from the main thread, drawn in another. */
export type PictureModel = {
  status: Status['kind']
  shape: ReturnType<typeof statusShape>
  headline: string
  title: string | null
  /** Authors, journal and year in one line; '' if unknown. */
  byline: string
  doi: string
  /** Null where nothing is on it. */
  strip: (Pick<Strip, 'marks' | 'ticks'> & { levels: number }) | null
}

type Paper = {
  doi: string
  title: string | null
  authors: readonly { name: string }[]
  journal: string | null
  year: number | null
  known: KnownModel
}

export const pictureModel = ({ doi, title, authors, journal, year, known }: Paper): PictureModel => {
  const [first, second, ...more] = authors.map(({ name }) => name)
  const names = second === undefined ? first : more.length > 0 ? `${first} et al.` : `${first} and ${second}`
  const { marks, ticks, levels } = layoutStrip(known, year)
  return {
    status: known.status.kind,
    shape: statusShape(known.status.kind),
    headline: statusWords(known.status).headline,
    title,
    byline: [names, journal, year].filter(part => part != null).join(' · '),
    doi,
    strip: marks.length === 0 ? null : { marks, ticks, levels: levels.wide },
  }
}

/** Raise it when the same model would be drawn otherwise. */
const drawing = 2

/** Version of an image's content for its URL, so that caches fetch changed images. */
export const pictureVersion = (model: PictureModel): string =>
  hash('sha1', `${drawing}${JSON.stringify(model)}`).slice(0, 10)

export const pictureAlt = ({ headline, title, doi }: PictureModel): string => `${headline}. ${title ?? doi}`

export const pictureSize = { width: 1200, height: 630 } as const
