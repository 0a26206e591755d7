// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeToken} from "../../test/FeeToken.sol";
import {OddToken} from "../../test/OddToken.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {FakeWrapped} from "../mocks/Accounts.sol";
import {CallingToken, Claim, PushingPool, Receiving} from "../mocks/Claims.sol";
import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {ShutOut} from "../rig/ShutOut.sol";
import {vm} from "../rig/Vm.sol";

/// Output through the router: its balance before, tokens sent to it meanwhile, and the one payment out.
contract PayoutTest is ShutOut {
    address private constant NATIVE = address(0);

    PushingPool private thief;

    function setUp() public override {
        super.setUp();
        thief = new PushingPool(b);
        b.mint(address(thief), HELD);
    }

    /// The router's balance before is not this swap's output, and is still there afterwards.
    function testFuzz_DonationsDoNotCount(uint256 donated, uint256 short, bool order) public {
        donated = bound(donated, 1, HELD);
        short = bound(short, 0, 2);
        b.mint(address(router), donated);
        thief.set(E18 - short, false);
        (bool ok, bytes memory answer) = order ? _order1(E18, _thief()) : _try(_marked(E18, _thief()));
        require(ok == (short == 0), "donations count");
        if (!ok) _same(answer, "TooLittle(uint256,uint256)");
        require(b.balanceOf(receiver) == 1 + (ok ? E18 : 0), "not what was bought");
        require(b.balanceOf(address(router)) == donated, "the donation went");
    }

    /// A leg may spend what the router holds, donations too. A donation of the output token is there again at the end.
    function testFuzz_LegSpendsWhatWasDonated(uint256 donated, uint32 share, bool order) public {
        donated = bound(donated, 1, E18);
        b.mint(address(router), donated);
        bytes memory route = bytes.concat(
            _direct(true),
            Route.callback(Route.TO_RECIPIENT | Route.NAMES_TOKEN, address(thief), address(b), address(c), share),
            abi.encodePacked(address(b))
        );
        (bool ok,) = order ? _order1(1, route) : _try(_marked(1, route));
        require(b.balanceOf(address(router)) == donated, "the donation went");
        require(b.balanceOf(receiver) >= (ok ? 2 : 1), "less than the minimum");
    }

    /// A pool that sends the router more than it must has paid more; another token is a gift.
    function test_PoolSendsTheRouterTokensMeanwhile() public {
        thief.set(E18, true);
        thief.plan(address(b), abi.encodeCall(PlainToken.transfer, (address(router), 5)));
        require(_done(_marked(E18, _thief())) == E18 + 5 && b.balanceOf(receiver) == 1 + E18 + 5, "kept some");
        PlainToken[2] memory others = [a, c];
        for (uint256 i = 0; i < 2; i++) {
            others[i].mint(address(thief), 5);
            thief.plan(address(others[i]), abi.encodeCall(PlainToken.transfer, (address(router), 5)));
            require(_done(_marked(E18, _thief())) == E18, "counted another token");
            require(others[i].balanceOf(address(router)) == 5, "no gift");
        }
        require(b.balanceOf(address(router)) == 0, "kept some");
    }

    /// It is taxed on both transfers: the minimum is compared with what finally arrives.
    function test_FeeOnTransferIsTakenTwice() public {
        FeeToken taxed = new FeeToken();
        PushingPool pool_ = new PushingPool(taxed);
        taxed.mint(address(pool_), HELD);
        pool_.set(E18, false);
        bytes memory route = Route.callback(Route.TO_RECIPIENT, address(pool_), address(a), address(taxed), 0);
        uint256 arrives = E18 * 99 / 100 * 99 / 100;
        for (uint256 i = 0; i < 2; i++) {
            Ask memory ask = _marked(arrives + 1, route);
            ask.tokenOut = address(taxed);
            Order memory order = _order();
            (order.toAsset, order.amountOutMin) = (address(taxed), arrives + 1);
            (bool ok, bytes memory answer) = i == 0 ? _try(ask) : _fill(order, _sign(order), route);
            require(!ok, "the router has more, the receiver has not");
            _same(answer, "TooLittle(uint256,uint256)");
            uint256 before = taxed.balanceOf(receiver);
            (ask.minOut, order.amountOutMin) = (arrives, arrives);
            (ok, answer) = i == 0 ? _try(ask) : _fill(order, _sign(order), route);
            require(ok && abi.decode(answer, (uint256)) == arrives, "says that more arrived");
            require(taxed.balanceOf(receiver) - before == arrives, "not what arrived");
            require(taxed.balanceOf(address(router)) == 0, "kept some");
        }
    }

    /// A recipient that is called may trigger a claim of its own: this swap did not pay that.
    function test_ReceiverClaimsWhileItIsPaid() public {
        (Ask memory ask, Receiving who, CallingToken token) = _calling();
        Claim claim = new Claim(token, address(who));
        token.mint(address(claim), 7);
        who.plan(address(claim), abi.encodeCall(Claim.release, ()));
        require(_done(ask) == E18, "counts the claim");
        require(who.succeeded() && token.balanceOf(address(who)) == E18 + 7, "has no claim");
        claim = new Claim(token, address(who));
        token.mint(address(claim), 7);
        who.plan(address(claim), abi.encodeCall(Claim.release, ()));
        ask.minOut = E18 + 7;
        _refused(ask, "TooLittle(uint256,uint256)");
    }

    function test_ReceiverSendsAPartAwayWhileItIsPaid() public {
        (Ask memory ask, Receiving who, CallingToken token) = _calling();
        who.sendAway(token, 5);
        ask.minOut = E18 - 4;
        _refused(ask, "TooLittle(uint256,uint256)");
        ask.minOut = E18 - 5;
        require(_done(ask) == E18 - 5 && token.balanceOf(address(router)) == 0, "not what stayed");
    }

    /// Every entry into the router is closed while it pays, also for its recipient.
    function test_ReceiverReentersWhileItIsPaid() public {
        (Ask memory ask, Receiving who, CallingToken token) = _calling();
        _shutOut(who, ask, 0);
        for (uint256 i = 0; i < CALLS; i++) {
            Order memory order = _order();
            (order.nonce, order.toAsset, order.recipient) = (nonce++, address(token), address(who));
            bytes memory legs = Route.callback(Route.TO_RECIPIENT, address(thief), address(a), address(token), 0);
            _shutOutOf(who, relayer, abi.encodeCall(Router.fillOrder, (order, _sign(order), "", legs)), 0, i);
        }
    }

    /// A direct route cannot do this: the pool updates its reserves before it is paid.
    function test_RecipientIsThePool() public {
        bool[2] memory kinds = [true, false];
        for (uint256 i = 0; i < 2; i++) {
            Ask memory ask = _marked(1, _direct(kinds[i]));
            ask.recipient = i == 0 ? pool[address(a)][address(b)] : pair[address(a)][address(b)];
            uint256 before = b.balanceOf(ask.recipient);
            ask.minOut = kinds[i]
                ? _quoteV3(ask.recipient, address(a), address(b), E18)
                : _quoteV2(ask.recipient, address(a), address(b), E18);
            require(_done(ask) == ask.minOut && b.balanceOf(ask.recipient) == before, "not what it gave");
        }
        _untouched();
    }

    function test_RecipientIsATokenOrThePayerOrTheRouter() public {
        Ask memory ask = _marked(1, _direct(true));
        address[4] memory recipients = [address(a), address(b), payer, attacker];
        for (uint256 i = 0; i < 4; i++) {
            ask.recipient = recipients[i];
            ask.minOut = _quoteV3(pool[address(a)][address(b)], address(a), address(b), E18);
            uint256 before = b.balanceOf(ask.recipient);
            require(_done(ask) == ask.minOut && b.balanceOf(ask.recipient) - before == ask.minOut, "not paid");
        }
        ask.recipient = address(router);
        _refused(ask, "WrongRecipient(address)");
        ask = _marked(1, _direct(true));
        ask.tokenOut = ask.tokenIn;
        _refused(ask, "SameToken()");
        _untouched();
    }

    /// A token whose payout fails or returns false reverts the swap.
    function test_TokenThatReturnsFalseOnItsWayOut() public {
        OddToken odd = new OddToken();
        PushingPool pool_ = new PushingPool(PlainToken(address(odd)));
        odd.setAnswer(abi.encode(true));
        odd.mint(address(pool_), HELD);
        pool_.set(E18, false);
        Ask memory ask = _marked(1, Route.callback(Route.TO_RECIPIENT, address(pool_), address(a), address(odd), 0));
        ask.tokenOut = address(odd);
        require(_done(ask) == E18, "was refused");
        odd.setAnswer(abi.encode(false));
        _refused(ask, "TransferFailed(address)");
    }

    /// The router as a pool of the route: the output's address is read as the amount it asks for.
    function testFuzz_RouterIsItsOwnPool(uint128 amount, uint8 flags, uint8 kind, bool marked, bool native) public {
        amount = uint128(bound(amount, 1, E18));
        address to = address(uint160(amount));
        uint8 first = flags & 0x9c | Route.TO_NEXT_POOL | Route.CALLBACK;
        bytes memory route = bytes.concat(
            native ? abi.encodePacked(weth) : bytes(""),
            marked ? abi.encodePacked(Route.THROUGH_ROUTER) : bytes(""),
            abi.encodePacked(first, address(router), uint32(0), uint24(0)),
            abi.encodePacked(kind % 4, to, uint32(0), uint24(0), to, uint24(0), to)
        );
        Ask memory ask = _ask(native ? NATIVE : address(a), address(b), amount, route);
        (ask.sender, ask.recipient) = (attacker, attacker);
        (bool ok,) = _try(ask);
        require(!ok, "the router traded with itself");
        _untouched();
    }

    /// A relayer names its own wrapped form of native currency: the owner gets the minimum in real coins.
    function test_OrderOfNativeByAFalseWrapped() public {
        FakeWrapped fake = new FakeWrapped();
        fake.mint(address(thief), HELD);
        thief = new PushingPool(PlainToken(address(fake)));
        fake.mint(address(thief), HELD);
        thief.set(1e9, false);
        Order memory order = _order();
        (order.toAsset, order.amountOutMin) = (NATIVE, 1e9);
        bytes memory leg = Route.callback(Route.TO_RECIPIENT, address(thief), address(a), address(fake), 0);
        bytes memory route = bytes.concat(abi.encodePacked(address(fake)), leg);
        vm.deal(address(fake), 1e9);
        fake.set(1e9 - 1, 0);
        (bool ok, bytes memory answer) = _fill(order, _sign(order), route);
        require(!ok, "paid less than the minimum");
        _same(answer, "NativeRefused(address)");
        fake.set(1e9, 0);
        (ok,) = _fill(order, _sign(order), route);
        require(ok && receiver.balance == 1 + 1e9, "not paid in real coin");
    }

    /// An order of an account that cannot sign.
    function testFuzz_SenderWhoCannotSign(uint8 which, bytes calldata junk) public {
        address[6] memory senders = [NATIVE, address(router), address(4), address(2), address(a), weth];
        Order memory order = _order();
        (order.sender, order.swapFee, order.affiliateFee) = (senders[which % 6], 0, 0);
        (bool ok,) = _fill(order, junk, _direct(true));
        require(!ok, "signed by nobody");
        (ok,) = _fill(order, _sign(order), _direct(true));
        require(!ok, "signed by another");
    }

    /// @dev The thief pays with a token that calls its receiver, which is a contract.
    function _calling() private returns (Ask memory ask, Receiving who, CallingToken token) {
        (token, who) = (new CallingToken(), new Receiving());
        thief = new PushingPool(token);
        token.mint(address(thief), HELD);
        thief.set(E18, false);
        ask = _marked(1, Route.callback(Route.TO_RECIPIENT, address(thief), address(a), address(token), 0));
        (ask.tokenOut, ask.recipient) = (address(token), address(who));
    }

    function _thief() private view returns (bytes memory) {
        return Route.callback(Route.TO_RECIPIENT, address(thief), address(a), address(b), 0);
    }

    function _marked(uint256 minimum, bytes memory legs) private view returns (Ask memory ask) {
        ask = _ask(address(a), address(b), E18, Route.throughRouter(legs));
        ask.minOut = minimum;
    }

    function _order1(uint256 minimum, bytes memory route) private returns (bool, bytes memory) {
        Order memory order = _order();
        order.amountOutMin = minimum;
        return _fill(order, _sign(order), route);
    }
}
