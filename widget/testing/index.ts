export {
  createScriptedClient,
  gradedByKinds,
  plainProject,
  refusal,
  type Script,
  type ScriptedClient,
  signedInAs,
  silence,
} from './scripted-client.ts'
