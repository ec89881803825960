import { workerData } from 'node:worker_threads'
import { answerRequests, notify } from '@corroborate/server-kit/worker-pool'
import { openWorksReader } from '../../paper/works-index/index.ts'
import { readReferences } from './read-references.ts'

/** The thread behind `createReferenceReader`: one bibliography in, its references and what their titles may mean out. */
const index = openWorksReader(workerData.file, { onNotice: notify })

answerRequests((bytes: Uint8Array) => readReferences(index, bytes))
