import { type ApiCall, batchCall, eventsCall, paperCall, reportCall, searchCall } from '../api/index.ts'
import { docmapCall, linksetCall } from '../linked-data/linked-data-calls.ts'
import { rangeCall, rangesCall } from '../ranges/range-call.ts'
import { checkCall } from '../reference-check/index.ts'

/** Every call of the API, in the order of its page. */
export const apiCalls: readonly ApiCall[] = [
  paperCall,
  batchCall,
  checkCall,
  searchCall,
  eventsCall,
  reportCall,
  rangesCall,
  rangeCall,
  docmapCall,
  linksetCall,
]
