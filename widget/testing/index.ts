export {
  createScriptedClient,
  gradedByKinds,
  plainProject,
  refusal,
  type Script,
  type ScriptedClient,
  silence,
} from './scripted-client.ts'
