import type { Doi } from '../../kit/doi/index.ts'
import { knownFrom } from '../known/index.ts'
import { type PictureModel, pictureModel } from '../share-picture/index.ts'
import type { FindFacts } from './find-facts.ts'
import type { LookNear } from './near-facts.ts'
import { withRecord } from './paper-view.ts'
import { evidenceOf } from './statuses.ts'
import type { ToldReader } from './told-here.ts'

type Sources = {
  facts: Pick<FindFacts, 'findNear'>
  known: Pick<ToldReader, 'one'>
  near: LookNear
  now: () => number
}

/** Reads the model of a paper's share image from local data. */
export const createReadPicture =
  ({ facts, known, near, now }: Sources) =>
  async (doi: Doi): Promise<PictureModel> => {
    const [answer, stored] = await Promise.all([facts.findNear(doi), known.one(doi)])
    const found = answer.kind === 'found' ? answer.facts : null
    const { evidence, told } = await near(index => {
      const evidence = evidenceOf(doi, found, stored, index)
      return { evidence, told: knownFrom(evidence, stored.notes, now()) }
    })
    return pictureModel({
      doi,
      title: evidence.title,
      authors: found?.authors ?? [],
      journal: found?.journal ?? null,
      year: evidence.year,
      known: { ...told, status: withRecord(told.status, answer, null) },
    })
  }
