import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `IP アドレス：${ip}`,
  ...(browser ? [`ブラウザー：${browser}`] : []),
]

const roles: RoleLabels = { 5: 'ゲスト', 10: 'ユーザー', 15: 'ワークフロー', 20: '管理者' }

export const ja: MailTexts = {
  greeting: (name) => `${name} 様`,
  footer: (address) => `このメールは Lintel（${address}）から送信されました。返信はお読みできません。`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: '安全のため Lintel からログアウトしました',
      paragraphs: [
        `${time(at)} に、すでに置き換えられた、または別のブラウザーのものである、お客様のアカウントのログインキーが使用されました。キーがコピーされた場合に起こるため、該当するセッションを終了しました。`,
        `IP アドレス：${ip}`,
        ...(browser ? [`ブラウザー：${browser}`] : []),
        {
          password:
            'お心当たりがない場合は、ログインしてパスワードを変更してください。お心当たりがある場合は、もう一度ログインしてください。',
          sessions:
            'お心当たりがない場合は、ログインしてアカウントの画面でほかのすべての場所からログアウトし、ログインに使っているプロバイダーでパスワードを変更してください。お心当たりがある場合は、もう一度ログインしてください。',
          guestLink:
            'お心当たりがない場合は、プロジェクトの管理者に新しいリンクを依頼してください。現在のリンクは使えなくなります。お心当たりがある場合は、もう一度リンクを開いてください。',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} さんから ${project} に招待されました`,
      paragraphs: [
        `${inviter} さんが Lintel のプロジェクト「${project}」にお客様を招待しました。アカウントは作成済みです。パスワードを設定すると、ご利用を開始できます。`,
        `リンクは一度だけ、${time(expiresAt)} まで有効です。ほかの人に渡さないでください。`,
      ],
      action: { label: 'パスワードを設定する', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `${project} に参加しました`,
      paragraphs: [
        `${inviter} さんがお客様を Lintel のプロジェクト「${project}」に追加しました。いつものようにログインして開いてください。`,
      ],
      action: { label: 'プロジェクトを開く', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} さんから ${project} に招待されました`,
      paragraphs: [
        `${inviter} さんが Lintel のプロジェクト「${project}」にお客様をゲストとして招待しました。リンクを使うと、パスワードなしで入れます。`,
        expiresAt === null
          ? 'リンクは何度でも使えます。ほかの人に渡さないでください。'
          : `リンクは ${time(expiresAt)} まで何度でも使えます。ほかの人に渡さないでください。`,
      ],
      action: { label: 'プロジェクトを開く', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'アクセス権の期限が近づいています',
      paragraphs: [
        `お客様のアクセス権は ${time(endsAt)} に終了します。その後は次のプロジェクトを開けなくなります。`,
        ...listed(lines, more, `ほか${more}件`),
        '引き続き必要な場合は、プロジェクトの管理者にご連絡ください。',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: '付与したアクセス権の期限が近づいています',
      paragraphs: [
        `お客様が付与したアクセス権は ${time(endsAt)} に終了します。`,
        ...listed(lines, more, `ほか${more}件`),
        '引き続き必要な方がいる場合は、それまでに終了日を後の日付に変更してください。',
      ],
      action: { label: isOfSeveral ? 'プロジェクト一覧を開く' : 'プロジェクトを開く', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} では2段階認証が必要になります`,
      paragraphs: [
        `${time(from)} 以降、パスワードだけでは ${customer} のプロジェクトを開けなくなります。`,
        'それまでに2段階認証を設定してください。スマートフォンがあれば2分で終わります。',
      ],
      action: { label: '2段階認証を設定', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `${domain} の確認がまもなく失効します`,
      paragraphs: [
        `${customer} が ${domain} の所有を証明するための TXT レコードを当社で探しましたが、見つかりませんでした。`,
        `${domain} の DNS を管理している方に、次のとおり正確に設定し直すよう依頼してください：${record}`,
        `${time(lostAt)} までに元に戻らない場合、確認は失効します。その後は、ディレクトリのインポートと SCIM はこのドメインの人を受け付けず、プロバイダーはこのドメインのアドレスを保証しなくなります。`,
      ],
      action: { label: 'ドメインを見る', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `${domain} の確認が失効しました`,
      paragraphs: [
        `${customer} が ${domain} の所有を証明する TXT レコードが14日間見つかりませんでした。ディレクトリのインポートと SCIM はこのドメインの人を受け付けず、プロバイダーはこのドメインのアドレスを保証しなくなりました。すでにアクセス権のある人はそのままです。`,
        `もう一度確認済みにするには、${domain} の DNS を管理している方にレコードを次のとおり正確に設定してもらい、その後で確認してください：${record}`,
      ],
      action: { label: 'ドメインをもう一度確認', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} はまもなく完全に削除されます`,
      paragraphs: [
        `プロジェクト「${project}」は削除されています。${time(purgedAt)} に、すべての内容とともに完全に削除されます。`,
        'それまでは復元できます。',
      ],
      action: { label: 'プロジェクトを復元', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? '新しいアクセス権が付与されました' : `${first} のオーナーになりました`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              '次のプロジェクトのオーナーになりました。',
              ...listed([first, ...others]),
              'オーナーはプロジェクトの参加者を決め、プロジェクトをほかの人に引き継いだり、削除したりできます。',
            ]),
        ...headed(
          '次のプロジェクトへのアクセス権が付与されました。',
          listed(gained.map(roleIn(roles)), more, `ほか${more}件`),
        ),
        'このメールはプロフィールで停止できます。',
      ],
      action: { label: 'プロジェクト一覧を開く', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Lintel の新しいパスワード用のコード',
      paragraphs: [
        'どなたか（おそらくご本人）が、お客様のアカウントの新しいパスワードをリクエストしました。',
        `コード：${code}`,
        `コードは一度だけ、${time(expiresAt)} まで有効です。お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。`,
      ],
      action: { label: '新しいパスワードを設定する', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Lintel の新しいパスワードを確認してください',
      paragraphs: [
        'お客様のアカウントの現在のパスワードを知る方が、新しいパスワードへの変更を求めました。',
        `ご本人の場合は、新しいパスワードを確認してください。リンクは一度だけ、${time(expiresAt)} まで有効です。`,
        'お心当たりがない場合は、確認しないでください。ほかの人にパスワードを知られています。ログインページから新しいパスワードをリクエストしてください。',
      ],
      action: { label: '新しいパスワードを確認する', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} で Lintel にログインできるようになりました`,
      paragraphs: [
        `${time(at)} に、お使いのアカウントが ${provider} と連携されました。${provider} でお客様としてログインした人は、Lintel にもログインできます。`,
        `IP アドレス：${ip}`,
        remedy === 'password'
          ? 'お心当たりがない場合は、ログインしてプロフィールで連携を解除し、パスワードを変更してください。'
          : 'お心当たりがない場合は、ログインしてプロフィールで連携を解除し、アカウントの画面でほかのすべての場所からログアウトしてください。',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} で Lintel にログインできなくなりました`,
      paragraphs: [
        `${time(at)} に、お使いのアカウントと ${provider} の連携が解除されました。`,
        `IP アドレス：${ip}`,
        remedy === 'password'
          ? 'お心当たりがない場合は、パスワードを変更してください。'
          : 'お心当たりがない場合は、ログインして、アカウントの画面でほかのすべての場所からログアウトしてください。',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Lintel のアドレスを確認してください',
      paragraphs: [
        `どなたかが ${provider} でログインし、このアドレスをご自分のものとして入力しました。ご本人の場合は確認してから、もう一度 ${provider} でログインしてください。`,
        `リンクは ${time(expiresAt)} まで、一度だけ使えます。先ほどログインしたときと同じブラウザーで開いてください。ご本人でない場合は、何もする必要はありません。`,
      ],
      action: { label: 'アドレスを確認する', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Lintel のアカウントをお持ちです',
      paragraphs: [
        `どなたかが ${provider} でログインし、すでにアカウントのあるこのアドレスを入力しました。`,
        `ご本人の場合は、もう一度 ${provider} でログインし、「アカウントを持っています」を選んで、そのアカウントのパスワードを入力してください。ご本人でない場合は、何もする必要はありません。`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Lintel のアカウントを作成してください',
      paragraphs: [
        'どなたか（おそらくご本人）が、このアドレスで Lintel のアカウントを作成しようとしています。',
        `パスワードを設定し、最初のプロジェクトを作成してください。リンクは ${time(expiresAt)} まで、一度だけ有効です。`,
        'お心当たりがない場合は、何もしないでください。このリンクなしにアカウントが開かれることはありません。',
      ],
      action: { label: 'パスワードを設定', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'Lintel のアカウントはすでにあります',
      paragraphs: [
        'どなたか（おそらくご本人）が、このアドレスで Lintel のアカウントを作成しようとしました。アカウントはすでにありますので、ログインしてプロジェクトを作成してください。新しいパスワードはログインページで設定できます。',
      ],
      action: { label: 'ログイン', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'アカウントの削除を受け付けました',
      paragraphs: [
        hasAdministrators
          ? `${time(at)} に、アカウントの削除のご依頼を受け付けました。当社の担当者と貴社の管理者に通知しました。メールでご連絡します。まだ何も削除されていません。`
          : `${time(at)} に、アカウントの削除のご依頼を受け付けました。当社の担当者に通知しました。メールでご連絡します。まだ何も削除されていません。`,
        'お考えが変わった場合や、お心当たりがない場合は、依頼を取り下げてください。',
        support === null
          ? 'ログインできない場合は、システム管理者にお知らせください。'
          : `ログインできない場合は、${support} までご連絡ください。`,
      ],
      action: { label: '依頼を確認または取り下げる', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} さんがアカウントの削除を依頼しています`,
      paragraphs: [
        `${email} さんが自分のアカウントの削除を依頼しました。まだ何も削除されていません。`,
        ...(owned.length > 0
          ? [
              '次のプロジェクトはこの方が所有しており、先に別のオーナーが必要です。',
              ...listed(owned, more, `ほか${more}件`),
            ]
          : []),
        `終了することになる、ほかの人のプロジェクトへの参加：${memberships}件。`,
      ],
      action: { label: '依頼に回答する', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} さんはアカウントを継続します`,
      paragraphs: [`${email} さんはアカウントの削除を取り下げました。対応の必要はありません。`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'アカウントが削除されました',
              paragraphs: [
                'ご希望のとおり、アカウントを削除しました。プロジェクトへの参加は終了し、このアカウントではログインできなくなりました。',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'アカウントは削除されません',
              paragraphs: [
                'アカウントの削除のご依頼は承認されませんでした。理由：',
                reason,
                'いつでも再びご依頼いただけます。',
              ],
            }
      return isDone
        ? {
            subject: `${customer} がご依頼に対応しました`,
            paragraphs: [
              `${customer} の管理者がアカウント削除のご依頼に対応しました。次に当社の担当者が判断します。まだ何も削除されていません。`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} がアカウントの削除に異議を申し立てました`,
            paragraphs: [
              `${customer} の管理者がアカウントの削除に異議を申し立てました。理由：`,
              reason,
              '次に当社の担当者が判断します。まだ何も削除されていません。',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `${project} の試用期間がまもなく終了します`,
      paragraphs: [
        `プロジェクト「${project}」の試用期間は ${time(endsAt)} に終了します。その後プロジェクトは休止状態になり、お客様と管理者は閲覧できますが、誰も変更できません。`,
        support === null
          ? '引き続きご利用になる場合は、システム管理者にお問い合わせください。'
          : `引き続きご利用になる場合は、${support} までご連絡ください。`,
      ],
      action: { label: 'プロジェクトを開く', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Lintel のメールアドレスを確認してください',
      paragraphs: [
        'どなたか（おそらくご本人）がこのアドレスで Lintel にログインしており、このアドレスに共有されたすべてを表示しようとしています。',
        `このメールボックスがご自身のものであることを確認し、新しいパスワードを設定してください。リンクは ${time(expiresAt)} まで、一度だけ有効です。以前のパスワード、2段階認証、連携したプロバイダー、開いているセッションなど、アカウントへのほかのアクセス方法はすべて終了します。`,
        'お心当たりがない場合は、このメールを無視してください。確認しない限り、誰もアクセスできません。',
      ],
      action: { label: 'メールアドレスを確認', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Lintel の新しいアドレスを確認してください',
      paragraphs: [
        `現在 ${current} の Lintel アカウントで、このアドレスを使いたいという申し込みがありました。ご本人の場合は、そのアカウントにログインしてからリンクを開き、確認してください。`,
        `リンクは ${time(expiresAt)} まで、一度だけ使えます。ご本人でない場合は、何もする必要はありません。`,
      ],
      action: { label: 'アドレスを確認する', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Lintel アカウントのアドレス変更の申し込みがありました',
      paragraphs: [
        `${time(at)} に、お使いのアカウントのアドレスを ${to} に変更する申し込みがありました。新しいアドレスが確認されるまでは、このアドレスのままです。`,
        `IP アドレス：${ip}`,
        remedy === 'password'
          ? 'お心当たりがない場合は、ログインしてプロフィールで申し込みを取り消し、パスワードを変更してください。'
          : 'お心当たりがない場合は、ログインしてプロフィールで申し込みを取り消し、アカウントの画面でほかのすべての場所からログアウトしてください。',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Lintel アカウントのアドレスが変わりました',
      paragraphs: [
        `${time(at)} に、お使いのアカウントのアドレスが ${to} になりました。これからはこのアドレスでログインしてください。パスワードとプロジェクトは変わりません。`,
        `IP アドレス：${ip}`,
        support === null
          ? 'お心当たりがない場合は、すぐにシステム管理者にご連絡ください。新しいアドレスを持つ人は、パスワードを再設定できます。'
          : `お心当たりがない場合は、すぐに ${support} までご連絡ください。新しいアドレスを持つ人は、パスワードを再設定できます。`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'Lintel アカウントへの新しいログイン',
      paragraphs: [
        `${time(seen.at)} に、これまでお客様のアカウントで使われたことのないブラウザーまたはプログラムからログインがありました。`,
        ...where(seen),
        {
          password:
            'ご本人であれば、何もする必要はありません。お心当たりがない場合は、パスワードを変更してください。ほかの場所からはすべてログアウトされます。',
          sessions:
            'ご本人であれば、何もする必要はありません。お心当たりがない場合は、アカウントの画面でほかのすべての場所からログアウトし、ログインに使っているプロバイダーでパスワードを変更してください。',
          guestLink:
            'ご本人であれば、何もする必要はありません。お心当たりがない場合は、プロジェクトの管理者に新しいリンクを依頼し（現在のリンクは使えなくなります）、アカウントの画面でほかのすべての場所からログアウトしてください。',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'パスワードの誤入力の後の Lintel へのログイン',
      paragraphs: [
        `${time(seen.at)} に、誤ったパスワードが続けて入力された後、お客様のアカウントの正しいパスワードが入力されました。`,
        ...where(seen),
        `それ以前の誤ったパスワードの回数：${seen.failures}`,
        'ご本人であれば、何もする必要はありません。お心当たりがない場合は、パスワードを推測された可能性があります。すぐに変更してください。',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Lintel のパスワードが使われましたが、正しい確認コードは入力されていません',
      paragraphs: [
        `${time(seen.at)} に、お客様のアカウントの正しいパスワードが入力されましたが、正しいコードは入力されませんでした。ログインは拒否されました。`,
        ...where(seen),
        'お心当たりがない場合は、パスワードを知られています。変更してください。',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Lintel アカウントに2段階認証が設定されました',
      paragraphs: [
        `${time(seen.at)} に、2段階認証が設定されました。今後、パスワードでのログインにはコードも必要です。`,
        ...where(seen),
        'お心当たりがない場合は、パスワードを変更し、プロジェクトの管理者にご連絡ください。',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'Lintel の2段階認証が解除されました',
      paragraphs: [
        `${time(seen.at)} に、お客様のアカウントの2段階認証とそのリカバリーコードが削除されました。今後はパスワードだけでログインできます。`,
        ...where(seen),
        'お心当たりがない場合は、パスワードを変更し、2段階認証をもう一度設定してください。',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'Lintel の2段階認証が当社の担当者により解除されました',
      paragraphs: [
        `${time(at)} に、当社の担当者がお客様のアカウントの2段階認証（認証アプリとそのリカバリーコード、およびパスキー）を削除しました。すべての場所からログアウトされました。`,
        'ログインし、アカウントの画面で2段階認証をもう一度設定してください。',
        support === null
          ? '依頼された覚えがない場合は、すぐにログインページから新しいパスワードをリクエストし、システム管理者にお知らせください。'
          : `依頼された覚えがない場合は、すぐにログインページから新しいパスワードをリクエストし、${support} までご連絡ください。`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'Lintel のアカウントにパスキーが追加されました',
      paragraphs: [
        `${time(seen.at)} に、お客様のアカウントにパスキーが追加されました。パスワードなしでログインできます。`,
        ...where(seen),
        'お心当たりがない場合は、アカウントの画面でそのパスキーを削除し、パスワードを変更してください。',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'Lintel のアカウントのパスキーが削除されました',
      paragraphs: [
        `${time(seen.at)} に、お客様のアカウントのパスキーが削除されました。このパスキーではログインできなくなりました。`,
        ...where(seen),
        'お心当たりがない場合は、パスワードを変更し、ログイン中の場所を確認してください。',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'Lintel アカウントの新しいリカバリーコード',
      paragraphs: [
        `${time(seen.at)} に、お客様のアカウントの新しいリカバリーコードが作成されました。以前のコードは使えなくなりました。`,
        ...where(seen),
        'お心当たりがない場合は、パスワードを変更し、リカバリーコードを作り直してください。',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'Lintel アカウントのリカバリーコードが使われました',
      paragraphs: [
        `${time(seen.at)} に、お客様のリカバリーコードの一つが使われました。このコードはもう使えません。`,
        ...where(seen),
        `残りのリカバリーコード：${seen.left}`,
        'お心当たりがない場合は、パスワードを変更し、リカバリーコードを作り直してください。',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Lintel のパスワードが変更されました',
      paragraphs: [
        `${time(seen.at)} に、お客様のアカウントのパスワードが変更されました。ほかの場所からはすべてログアウトされました。`,
        ...where(seen),
        'お心当たりがない場合は、すぐにログインページから新しいパスワードをリクエストしてください。',
      ],
    }),
  },
}
