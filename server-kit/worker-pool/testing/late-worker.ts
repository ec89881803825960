import { existsSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { answerRequests } from '../index.ts'

const { file } = workerData as { file: string }
if (!existsSync(file)) throw new Error('the file is not there yet')
answerRequests(() => 'answered')
