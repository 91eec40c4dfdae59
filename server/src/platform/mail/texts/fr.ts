import type { MailTexts } from './mail-text'

export const fr: MailTexts = {
  greeting: (name) => `Bonjour ${name},`,
  footer: (address) => `Lintel a envoyé ce message depuis ${address}. Les réponses ne sont pas lues.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: 'Vous avez été déconnecté de Lintel par sécurité',
      paragraphs: [
        `Le ${time(at)}, une clé de connexion de votre compte qui avait déjà été remplacée a été utilisée. Cela arrive lorsqu’une clé a été copiée ; nous avons donc mis fin à la session correspondante.`,
        `Adresse : ${ip}`,
        ...(browser ? [`Navigateur : ${browser}`] : []),
        'Si vous ne savez pas de quoi il s’agit, connectez-vous et changez votre mot de passe. Sinon, il suffit de vous reconnecter.',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Votre compte Lintel',
      paragraphs: [
        'Un compte a été créé pour vous. Choisissez un mot de passe et vous pourrez commencer.',
        `Le lien fonctionne une seule fois, jusqu’au ${time(expiresAt)}. Ne le transmettez à personne.`,
      ],
      action: { label: 'Choisir un mot de passe', link },
    }),
  },
}
