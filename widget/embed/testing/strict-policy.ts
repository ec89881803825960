/** The strictest policy under which whole pages stand (`docs/embedding.md`); the pictures are those of wallets and the QR code. */
export const strictPolicy =
  "default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1'; img-src data:; connect-src https://identity.example.test; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"
