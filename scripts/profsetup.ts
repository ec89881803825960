import { Session } from 'node:inspector'
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll } from 'vitest'
const s = new Session(); s.connect(); s.post('Profiler.enable'); s.post('Profiler.setSamplingInterval',{interval:500}); s.post('Profiler.start')
afterAll(() => { s.post('Profiler.stop', (e, r) => { mkdirSync('/tmp/p1',{recursive:true}); writeFileSync(`/tmp/p1/${process.pid}-${Date.now()}.cpuprofile`, JSON.stringify(r.profile)) }); s.disconnect() })
