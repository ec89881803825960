import type { WalletTexts } from './en.ts'

const texts: WalletTexts = {
  continueWith: 'Continuar con {wallet}',
  otherWallets: 'Continuar con otra cartera de criptomonedas',
  setUp: 'Configurar una cartera de criptomonedas nueva',
  anyEthereum: 'otra cartera de Ethereum',
  anySolana: 'otra cartera de Solana',
  connecting: 'Conectando con su cartera...',
  connectHint: 'Permita que esta página se conecte en la ventana de su cartera.',
  signing: 'Completando la solicitud de firma...',
  signHint: 'Firme el mensaje en la ventana de su cartera. Firmar no cuesta nada ni mueve dinero.',
  trouble: '¿No ocurre nada? Vuelva con la flecha e inténtelo de nuevo.',
  setUpExplanation:
    'Con una cartera de criptomonedas se inicia sesión sin dirección ni contraseña. Instale una, vuelva a esta página e inicie sesión con ella.',
  opensElsewhere: '{wallet}, en una pestaña nueva',
  otherHeading: 'Continuar con otra cartera',
  failed: '¡Parece que ha habido un error!',
  failedExplanation:
    'No se ha podido completar el inicio de sesión. Vuelva con la flecha a la pantalla de inicio de sesión e inténtelo de nuevo.',
  notConnected: 'No se ha podido conectar con la cartera',
  notSigned: 'No se ha podido firmar el mensaje',
  success: '¡Listo!',
  connected: 'Su cartera está conectada.',
}

/** Its texts in Spanish, in the polite form. */
export const es = { wallets: texts }
