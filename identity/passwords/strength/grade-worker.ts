import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import type { GradeAnswer, GradeRequest } from './grader.ts'

const zxcvbn = new ZxcvbnFactory({
  translations: english.translations,
  graphs: common.adjacencyGraphs,
  dictionary: { ...common.dictionary, ...english.dictionary },
})

parentPort?.on('message', ({ id, password, words }: GradeRequest) => {
  const { score, feedback } = zxcvbn.check(password, [...words])
  const answer: GradeAnswer = {
    id,
    grade: { score, warning: feedback.warning ?? '', suggestions: [...feedback.suggestions] },
  }
  parentPort?.postMessage(answer)
})
