export { isFromThisMachine } from './is-from-this-machine.ts'
export { isLoopbackName } from './is-loopback-name.ts'
export { isReadHere } from './is-read-here.ts'
