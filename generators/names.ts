/** Names as customers of several languages bear them. */
interface Names {
  readonly first: readonly string[]
  readonly last: readonly string[]
  /** Running text of the language. */
  readonly sentences: readonly string[]
}

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

export const NAMES: Readonly<Record<string, Names>> = {
  swahili: {
    first: list(
      'Asha, Juma, Neema, Baraka, Zawadi, Rehema, Hamisi, Amani, Furaha, Salma, Mwajuma, Shabani, Pendo, Imani, Upendo, Said, Halima, Rashid, Tatu, Jabali, Subira, Daudi, Mariam, Kassim, Tumaini, Rajabu',
    ),
    last: list(
      'Mushi, Massawe, Kimaro, Mwakyusa, Shayo, Lyimo, Mollel, Nyerere, Kilonzo, Mwangi, Njoroge, Odhiambo, Were, Mrema, Swai, Temu, Mbise, Komba, Chacha, Marwa, Mtui, Urio, Kessy, Minja, Lema',
    ),
    sentences: [
      'Habari za asubuhi',
      'Mzigo wako umefika',
      'Asante kwa kununua kwetu',
      'Malipo yamepokelewa, karibu tena',
    ],
  },
  english: {
    first: list(
      'Joy, Grace, Samuel, Ruth, Moses, Patience, Emmanuel, Al, Jo, Blessing, Christopher, Mary-Jane, Daniel, Esther, Peter, Agnes, Victor, Mercy, Paul, Eunice, Simon, Gloria, Stephen, Naomi',
    ),
    last: list(
      'Ng, Okoro, Mensah, Johnson, Boateng, Carter, Abbott-Hughes, Wainaina, Smith, Okonkwo, Featherstonehaugh, Asante, Brown, Owusu, Walker, Adams, Bello, Turner, Baker, Osei, Hill',
    ),
    sentences: [
      'Your order is on its way',
      'See you at 10:30',
      'Thank you for shopping with us',
      'Sale: 20% off until Friday!',
    ],
  },
  french: {
    first: list(
      'Aïssatou, Moussa, Fatoumata, Cheikh, Ndèye, Théodore, Éloïse, Jean-Baptiste, Zoé, François, Hélène, Ousmane',
    ),
    last: list('Diop, Sène, Faye, Guèye, Traoré, Coulibaly, Lefèvre, Le Goff, Sarr, Bâ, Koné, Désiré, Saint-Éloi'),
    sentences: ['Votre colis est arrivé', 'À bientôt', 'Merci pour votre achat', 'Rendez-vous à 10 h, près du marché'],
  },
  yoruba: {
    first: list('Adé, Títílayọ̀, Ọlá, Fọlákẹ́, Bọ́lá, Ṣọlá, Ayọ̀délé, Olúwaṣeun, Yétúndé, Káyọ̀dé, Ìfẹ́, Tẹ́mi'),
    last: list('Adéyẹmí, Ọbásanjọ́, Afọlábí, Ògúnlẹ́sì, Ìgè, Ṣóyínká, Bámgbóṣé, Àjàyí, Awólọ́wọ̀, Ọ̀ṣó'),
    sentences: ['Ẹ kú àárọ̀', 'Ọjà yín ti dé', 'Ẹ ṣeun púpọ̀', 'A ó rí yín lọ́la'],
  },
  vietnamese: {
    first: list('An, Bình, Hương, Linh, Minh, Ngọc, Phương, Quỳnh, Thảo, Tuấn, Vy, Đức, Ánh, Thị Hồng Nhung'),
    last: list('Nguyễn, Trần, Lê, Phạm, Huỳnh, Hoàng, Võ, Đặng, Bùi, Đỗ, Hồ, Ngô, Dương, Lý'),
    sentences: ['Đơn hàng đã đến', 'Cảm ơn quý khách', 'Hẹn gặp lại', 'Thanh toán đã được nhận'],
  },
  arabic: {
    first: list('محمد, فاطمة, علي, عائشة, يوسف, مريم, خالد, نور, سلمى, عمر, زينب, عبد الرحمن'),
    last: list('الحسن, المصري, عثمان, صالح, الخطيب, منصور, حداد, النجار, إبراهيم, بن علي'),
    sentences: ['وصل طلبك', 'شكرا لك', 'موعدنا غدا', 'تم استلام الدفعة، شكرا'],
  },
  chinese: {
    first: list('伟, 芳, 娜, 敏, 静, 丽, 强, 磊, 洋, 子轩, 雨桐, 浩然'),
    last: list('王, 李, 张, 刘, 陈, 杨, 黄, 赵, 周, 欧阳, 司马, 诸葛'),
    sentences: ['您的包裹已到', '谢谢惠顾', '明天见', '付款已收到，欢迎再来'],
  },
  others: {
    first: list('A, E, Ñusta, Åse, Øyvind, Zoë, Łukasz, Şirin, Ólafur, Siân'),
    last: list("O, E, N'Diaye, O'Brien-Mushi, Ñandú, Østergård, D'Almeida, McGrath, Łęcki, van der Berg"),
    sentences: ['OK', 'Hi', '¡Gracias por su compra!', 'Größe: 38, Preis: 5 €', 'İyi günler', '😀 Karibu sana'],
  },
}

/** Plain words that references and addresses are made of. */
export const WORDS: readonly string[] = list(
  `tea, fig, map, box, order, shop, river, cotton, basket, market, sunset, ticket, coffee, saddle, garden, orange, bicycle,
  lantern, village, harvest, kitchen, station, umbrella, notebook, blanket, pineapple, sandalwood, mountain, subscription`,
)
