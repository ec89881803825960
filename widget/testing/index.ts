export {
  gradedByKinds,
  plainProject,
  refusal,
  type Script,
  type ScriptedClient,
  scriptedClient,
  silence,
} from './scripted-client.ts'
