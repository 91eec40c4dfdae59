import type { MailTexts } from './mail-text'

export const ja: MailTexts = {
  greeting: (name) => `${name} 様`,
  footer: (address) => `このメールは Lintel（${address}）から送信されました。返信はお読みできません。`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: '安全のため Lintel からサインアウトしました',
      paragraphs: [
        `${time(at)} に、すでに無効になったお客様のアカウントのサインインキーが使用されました。キーがコピーされた場合に起こるため、該当するセッションを終了しました。`,
        `アドレス: ${ip}`,
        ...(browser ? [`ブラウザー: ${browser}`] : []),
        'お心当たりがない場合は、サインインしてパスワードを変更してください。お心当たりがある場合は、もう一度サインインしてください。',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Lintel のアカウントのご案内',
      paragraphs: [
        'お客様のアカウントが作成されました。パスワードを設定すると、ご利用を開始できます。',
        `リンクは一度だけ、${time(expiresAt)} まで有効です。ほかの人に渡さないでください。`,
      ],
      action: { label: 'パスワードを設定する', link },
    }),
  },
}
