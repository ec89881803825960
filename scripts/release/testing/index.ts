export { type Person, personOf } from './person-of.ts'
export { type UnpackedRelease, unpackRelease } from './unpack-release.ts'
