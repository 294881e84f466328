/**
 * Domains below which customers of a service have their own pages, in addition to those of the private section of the
 * public suffix list. A name below one of them says nothing about the service. Source: the services' own documentation of
 * their customers' addresses.
 */
export const CUSTOMER_HOSTS: ReadonlySet<string> = new Set(
  `
    1und1.de 3cx.cloud activehosted.com acuityscheduling.com agilecrm.com aha.io airbase.io applytojob.com as.me
    ashbyhq.com atlassian.net auth0.com bamboohr.co.uk bamboohr.com bandcamp.com basecamphq.com bigcartel.com
    blogspot.com bluejeans.com bookeo.com box.com breezy.hr brightspace.com bubbleapps.io canalblog.com canny.io
    cargo.site carrd.co chargebee.com circle.so clickfunnels.com clickhouse.cloud cloudapp.net cloudfront.net
    cloudsmith.io cloudwaysapps.com crisp.help demio.com desk.com deviantart.com discourse.group docebosaas.com
    docusign.net duosecurity.com egnyte.com eventbrite.com fandom.com fc2.com featurebase.app figma.site
    forumotion.com framer.website freeforums.net freshbooks.com freshdesk.com freshservice.com freshworks.com
    fusionauth.io getresponse.com ghost.io gitbook.com gitbook.io githubusercontent.com gorgias.com gotowebinar.com
    greenhouse.io groovehq.com gumroad.com harvestapp.com hashnode.dev hatenablog.com helpscoutdocs.com heroku.com
    homerun.co hs-sites.com hubspotpagebuilder.com icims.com instapage.com instructure.com intercom.help itch.io
    jfrog.io jimdo.com jimdofree.com jobvite.com kajabi.com kinsta.cloud leadpages.co lever.co lightning.force.com
    livejournal.com livejournal.net livestorm.co mailchimpsites.com mattermost.cloud medium.com miraheze.org mn.co
    monday.com moodlecloud.com odoo.com my.canva.site my.salesforce.com myjetbrains.com mykajabi.com myportfolio.com
    mystrikingly.com myworkday.com myworkdayjobs.com neocities.org netsuite.com newgrounds.com ning.com notion.site
    okta.com onelogin.com onmicrosoft.com over-blog.com pantheonsite.io personio.de photoshelter.com pipedrive.com
    pixieset.com podia.com proboards.com quickbase.com readme.io readthedocs.io recruitee.com recurly.com
    salesforce.com samcart.com sapjam.com service-now.com setmore.com sharefile.com sharepoint.com shopify.com
    simplybook.me slack.com smartrecruiters.com smugmug.com snowflakecomputing.com square.site squarespace.com
    statuspage.io storenvy.com strikingly.com substack.com supabase.co surveymonkey.com talentlms.com taleo.net
    teachable.com teamtailor.com teamwork.com thinkific.com thrivecart.com ticketleap.com tickettailor.com tilda.ws
    tistory.com trainual.com transifex.com tuleap.net tumblr.com typeform.com unbouncepages.com uservoice.com
    visualstudio.com webex.com webflow.io webnode.com weebly.com wikia.com wikidot.com wikispaces.com wixsite.com
    wordpress.com workable.com wpengine.com wufoo.com xero.com yolasite.com youcanbook.me youtrack.cloud
    zendesk.com zenfolio.com zohodesk.com zohosites.com zoom.us
  `
    .trim()
    .split(/\s+/),
);
