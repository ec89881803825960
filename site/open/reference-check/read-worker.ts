import { workerData } from 'node:worker_threads'
import { answerRequests, notify } from '@corroborate/server-kit/worker-pool'
import { openLookUps } from '../../paper/works-engine/look-up.ts'
import { findCandidates, readReferences } from './find-candidates.ts'
import type { ReaderRequest } from './reference-reader.ts'

/** Worker thread of `createReferenceReader`: parses bibliographies, and finds candidates for references. */
const works = openLookUps(workerData.place, { onNotice: notify })

answerRequests((request: ReaderRequest) =>
  works.lookUp(index =>
    request.kind === 'read' ? readReferences(index, request.bytes) : findCandidates(index, request.references),
  ),
)
