const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Given names of many countries that are rarely other words. */
export const GIVEN_NAMES = words(`
  aaliyah aaron abdul abdullah abigail abraham ada adam adele adrian adriana agata agnes agnieszka ahmad ahmed aisha akira alan
  alana alastair albert alberto alejandra alejandro aleksandr aleksandra alena alessandra alessandro alex alexander alexandra
  alexandre alexandru alexei alexia alexis alfonso alfred alfredo ali alice alicia alina alisha alison allison alma álvaro alvin
  alyssa amanda amara amelia amelie amina amir amit amrita amy ana anastasia anders andré andre andrea andreas andrei andres andrés
  andrew andrzej andy angela angelica angelika angelina angelo anika anil anita anjali ann anna annabelle anne annette annie anouk
  antoine anton antonia antonio anya apinya ariana arjun armando arnaud arthur arturo asha ashley astrid audrey augusto aurelia
  aurélie axel ayesha aysel ayşe barbara bart bartosz beatrice beatriz ben benedikt benjamin benoit bernadette bernard bernd
  bernhard beth bethany betty beverley bianca birgit björn bogdan boris brad bradley brandon brenda brendan brent brian bridget
  brigitte britta bruce bruno bryan caitlin caleb calvin cameron camila camille carla carlo carlos carmen carol carolina caroline
  carolyn catalina catarina catherine cathy cecilia cecile cedric celine chantal charlie charles chen chiara chloe chloé chris
  christa christian christiane christina christine christoph christophe christopher cindy claire clara claudia claudio clemens clement
  colin colleen connor constance corinna craig cristian cristina cynthia dagmar damian damien dan dana daniel daniela danielle
  danny daria dariusz darren dave david deborah debbie deepak deepika dennis derek diana diane diego dieter dimitri dimitris dina dmitri
  dmitry dolores dominic dominik dominique donald donna doris dorothy doug douglas duncan dylan ed eddie edgar edith eduardo
  edward edwin eileen ekaterina elaine elena eleanor eleonora eli eliana elias elif elisa elisabeth elise elizabeth ella ellen
  elliot eloise elsa emanuel emil emilia emilie emilio emily emma emmanuel enrico enrique eric erica erik erika ernesto erwin
  esteban esther ethan eugene eva evan evelyn ewa fabian fabio farah farid fatima fatma federica federico felicia felicity
  felipe felix ferdinand fernanda fernando filip filippo fiona francesca francesco francis francisca francisco franck franco françois
  françoise frank franz fred frederic frederick frederik friedrich gabriel gabriela gabriele gabriella gareth gary gavin gemma
  geoff geoffrey george georg georgios gerald gerard gerhard gertrude giacomo gianluca gilbert gilles gina giorgia giorgio giovanna
  giovanni gisela giulia giuseppe gloria gonzalo gordon graham greg gregory greta grzegorz guadalupe guido guillaume guillermo
  gunnar gunther gustavo hana hannah hanna hannes hans harald harold haroun harriet harry haruto hasan hassan heather heidi
  heike heinrich heinz helen helena helene helga helmut hendrik henri henrik henry herbert hermann hideo hiroshi holger holly
  howard hubert hugo hussein ian ibrahim ignacio igor ilaria ilse imran ines inga ingo ingrid irena irene irina iris isaac
  isabel isabella isabelle ivan ivana ivo jack jacob jacqueline jacques jaime jake jakob jakub james jamie jan jana jane janet janice
  jasmin jasmine jason javier jean jeanne jeff jeffrey jelena jen jenna jennifer jenny jens jeremy jerome jerry jesse jessica
  jill jim jimmy joachim joan joana joanna joanne joão jochen joe joel johan johann johanna johannes john johnny jon jonas
  jonathan joris jorge josé jose josef josefina joseph josephine joshua josh joyce juan juana judith judy jules julia julian juliana
  julie julien juliet julio jürgen jurgen justin justyna jutta kai kamal kamila karen karim karin karina karl karla karolina katarina
  katarzyna kate katerina katharina katherine kathleen kathryn kathy katie katja katrin kavita kazuo keiko keith kelly ken kenji
  kenneth kenta kerstin kevin khadija khalid kieran kim kimberly kirsten klara klaus konrad konstantin krishna kristen kristian kristin
  kristina krzysztof kurt kyle laila lakshmi lars larry laszlo laura lauren laurence laurent lea leah leila lena leo leon leonardo
  leonie leonor leslie lidia lieke liam lila lili lillian lily linda lisa liz lorena lorenzo lori lothar louis louisa louise luc luca
  lucas lucía lucia lucie lucy ludwig luis luisa luka lukas lukasz łukasz luke luz lydia lynn maciej madeleine madison magdalena
  mahmoud maja małgorzata malgorzata malik manfred manuel manuela marcel marcela marcello marcelo marcin marco marcos marcus
  margaret margarita margot maria maría mariam marian mariana marianne marie mariam marilyn marina mario marion marisol marjorie
  markus marlene marta martha martin martina martine marvin mary maryam mateo mateusz mathias mathieu mathilde matilda matt matteo
  matthew matthias maureen maurice mauricio max maxime maximilian maya megan mehmet mei melanie melissa mercedes meredith mia
  michael michaela michał michal michel michele michelle miguel mikael mike mikhail milan milena miles mina miriam mirjam mitchell
  mohamed mohammad mohammed mohit moira molly monica monika monique moritz muhammad mustafa myriam nadia nadine naomi natalia
  natalie natasha nathalie nathan neha neil nelson niamh nicholas nick nicola nicolai nicolas nicole niels nikhil nikita nikola
  nikolai nikolaos nikolas nils nina noah noel noemi nora norbert norman olaf olena oleg olga oliver olivia olivier omar orla oscar
  oskar osman otto owen pablo pamela paola paolo pascal patricia patrick patrycja paul paula pauline paulina paulo paweł pawel pedro
  peggy penelope per peter petra petr philip philipp philippa philippe phil phillip phoebe pia pierre pietro pilar piotr polina
  priya priyanka rachel rafael rafał rahul rainer raj rajesh rakesh ralf ralph ramesh ramon raquel rashid ravi raymond rebecca regina
  reinhard renata renate rené rene ricardo riccardo richard rick rita rob robert roberta roberto robin rocio rodrigo roger rohan
  roland rolf roman ronald ronan rosa rosalie rosario roxana roy ruben rudolf rupert russell ruth ryan sabine sabrina sadia said
  sakura sally sam samantha samir samuel sana sandeep sandra sanjay santiago saoirse sara sarah sascha sasha satoshi scott sean
  sebastian sebastien selina serge sergei sergey sergio seth shane shannon sharon sheila shirley shreya silke silvia simon simona
  simone sinead siobhan sofia sofie solange sonia sonja sophia sophie stacey stacy stanislav stefan stefania stefanie stefano
  stella stephan stephanie stephen steve steven stewart stuart sue sunil sunita susan susana susanna susanne suzanne svetlana sven
  svenja swati sylvia sylvie tadeusz takashi tamara tanja tanya tara tatiana tatyana ted teresa terry theo theodore theresa therese
  thierry thomas thorsten tiago tiffany tim timo timothy tina tobias todd tom tomas tomasz tommaso tommy toni tony tracey tracy
  trevor tristan udo ulrich ulrike ulla ursula uwe vadim valentina valeria valerie vanessa vera verena veronica veronika véronique
  vicente vicky victor viktor viktoria vikram vincent vincenzo viola violetta virginie vivek vivian vladimir volker walter waltraud
  wanda wayne wei wendy werner wilfried wilhelm william wojciech wolfgang xavier xiaoming yan yannick yara yasmin yasmine yolanda
  yosef youssef yuan yui yuki yulia yuri yusuf yvonne zachary zahra zainab zbigniew zhang zoe zofia zuzanna
`);

/** Family names, for names written without capitals. */
export const FAMILY_NAMES = words(`
  adams ahmed ali allen alvarez anderson andersson bailey baker bauer becker bell bennett bernard bianchi brown bruno butler campbell
  carter castro chen clark clarke collins cooper cox cruz davies davis diaz dubois edwards evans fernandez ferrari fischer fisher
  flores foster garcia gomez gonzalez gray green gupta gutierrez hall hansen harris hernandez hill hoffmann hughes ivanov jackson
  james jansen jensen johansson johnson jones kelly khan kim king klein koch kowalski kumar lambert laurent lee lefebvre lewis
  lopez martin martinez mehta meyer miller mitchell moore morales moreau morgan morris müller muller murphy murray nelson nguyen
  novak nowak oconnor olsen ortiz parker patel perez peterson petrov phillips popov powell price ramirez ramos reed reyes
  reynolds richardson rivera roberts robertson robinson rodriguez rogers romano rossi ruiz russo sanchez sanders santos
  schmidt schneider schulz scott shah sharma silva simon singh smith stewart suzuki tanaka taylor thomas thompson torres turner
  van vargas wagner walker wang ward watson weber white williams wilson wong wood wright yamamoto yang yilmaz young zhang zimmermann
`);
