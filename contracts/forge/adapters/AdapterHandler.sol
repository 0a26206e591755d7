// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Calls} from "../rig/Calls.sol";
import {Route} from "../rig/Route.sol";
import {Order, Router} from "../rig/Router.sol";
import {vm} from "../rig/Vm.sol";
import {AdapterLedger} from "./AdapterLedger.sol";
import {IAdapter} from "./AdapterTest.sol";
import {DishonestPool} from "./DishonestPool.sol";
import {Family} from "./Family.sol";
import {Venue} from "./Venue.sol";

/// @notice The actions of honest users, relayers, dishonest pools and attackers on one router with every adapter, in
/// any order.
contract AdapterHandler is AdapterLedger {
    uint256 private nextNonce;

    function sell(uint256 which, bool back, uint256 amountIn) external {
        (Venue venue, uint256 i) = _choose(which, back);
        amountIn = _amount(venue, i, amountIn);
        bytes memory route = _leg(venue, i, Route.TO_RECIPIENT);
        _sell("alone", venue, i, _ask(venue.token(i), venue.token(1 - i), amountIn, route), amountIn);
    }

    /// The output of a Uniswap pool goes directly to the adapter, or through the router.
    function sellWhatAPoolGave(uint256 which, bool back, bool feeds, uint256 amountIn) external {
        (Venue venue, uint256 i) = _choose(which, back);
        (address token, address other) = (venue.token(i), venue.token(i) == address(b) ? address(c) : address(b));
        address first = pool[other][token];
        if (first == address(0)) return;
        amountIn = _amount(venue, i, amountIn);
        uint256 between = _quoteV3(first, other, token, amountIn) + (feeds ? 0 : _balance(token, address(router)));
        bytes memory route = bytes.concat(
            Route.callback(feeds ? Route.TO_NEXT_POOL : Route.TO_ROUTER, first, other, token, 0),
            _leg(venue, i, Route.TO_RECIPIENT | Route.NAMES_TOKEN | (feeds ? Route.IS_FED : 0)),
            abi.encodePacked(token)
        );
        if (other == venue.token(1 - i)) return;
        if (!feeds) donated[token] = 0; // leaves with the output that came to the router
        _sell("after a pool", venue, i, _ask(other, venue.token(1 - i), amountIn, route), between);
    }

    /// The pair after the adapter relies on the adapter's return value.
    function sellWhatAnAdapterGave(uint256 which, bool back, uint256 amountIn) external {
        (Venue venue, uint256 i) = _choose(which, back);
        (address token, address other) = (venue.token(1 - i), venue.token(1 - i) == address(b) ? address(c) : address(b));
        address next = pair[token][other];
        if (next == address(0) || other == venue.token(i) || !_isExact(venue)) return;
        amountIn = _amount(venue, i, amountIn);
        (bool known, uint256 between) = _foresee(venue, i, amountIn);
        if (!known || between == 0) return;
        bytes memory route = bytes.concat(
            _leg(venue, i, Route.TO_NEXT_POOL), Route.push(Route.TO_RECIPIENT | Route.IS_FED, next, token, other, 0)
        );
        uint256 foreseen = _quoteV2(next, token, other, between);
        _trade("before a pair", _ask(venue.token(i), other, amountIn, route), amountIn, foreseen);
        _recount(venue);
    }

    /// Native currency on one side, if the venue trades its wrapped form.
    function sellNative(uint256 which, bool out, uint256 amountIn) external {
        (Venue venue, uint256 i) = _choose(which, false);
        if (venue.token(0) != weth && venue.token(1) != weth) return;
        if ((venue.token(i) == weth) == out) i = 1;
        amountIn = _amount(venue, i, amountIn);
        bytes memory route = bytes.concat(abi.encodePacked(weth), _leg(venue, i, Route.TO_RECIPIENT));
        (address sold, address bought) = out ? (venue.token(i), address(0)) : (address(0), venue.token(1 - i));
        _sell("native", venue, i, _ask(sold, bought, amountIn, route), amountIn);
    }

    function sellWithFee(uint256 which, bool back, uint256 amountIn, uint256 ppm) external {
        (Venue venue, uint256 i) = _choose(which, back);
        if (!_isExact(venue)) return;
        (address sold, address bought) = (venue.token(i), venue.token(1 - i));
        (amountIn, ppm) = (_amount(venue, i, amountIn), bound(ppm, 0, 100_000));
        (bool known, uint256 foreseen) = _foresee(venue, i, amountIn - amountIn * ppm / 1e6);
        uint256[3] memory before = [_balance(sold, payer), _balance(sold, affiliate), _balance(bought, receiver)];
        if (!known || foreseen == 0 || before[0] < amountIn) return;
        bool ok = _swapWithFee(venue, i, amountIn, foreseen, ppm);
        _must(11, ok, "an honest swap with a fee was refused");
        _must(2, before[0] - _balance(sold, payer) == (ok ? amountIn : 0), "not what was sold");
        _must(7, _balance(sold, affiliate) - before[1] == (ok ? amountIn * ppm / 1e6 : 0), "not the affiliate's part");
        _must(11, _balance(bought, receiver) - before[2] == (ok ? foreseen : 0), "not as foreseen");
        _recount(venue);
        _after("fee", ok);
    }

    function _swapWithFee(Venue venue, uint256 i, uint256 amountIn, uint256 minOut, uint256 ppm) private returns (bool ok) {
        uint256 fee = uint256(uint160(affiliate)) << 96 | ppm;
        bytes memory route = _leg(venue, i, Route.TO_RECIPIENT);
        bytes memory data = abi.encodeCall(
            Router.swapWithFee, (venue.token(i), venue.token(1 - i), amountIn, minOut, receiver, FOREVER, fee, route)
        );
        vm.prank(payer);
        (ok,) = address(router).call(data);
    }

    function fillOrder(uint256 which, bool back, uint256 amountIn, uint256 repeat, bool altered) external {
        (Venue venue, uint256 i) = _choose(which, back);
        if (!venue.isExact()) return;
        Order memory order = _order();
        (order.fromAsset, order.toAsset) = (venue.token(i), venue.token(1 - i));
        order.amountIn = bound(amountIn, venue.usual(i), 1e3 * venue.usual(i));
        (order.swapFee, order.affiliateFee) = (order.amountIn / 1000, order.amountIn / 100);
        order.nonce = repeat % 4 == 0 && nextNonce > 0 ? repeat % nextNonce : nextNonce++;
        bool used = router.nonceBitmap(owner, order.nonce >> 8) >> (order.nonce & 0xff) & 1 != 0;
        venue.fund(i, owner, 2 * order.amountIn);
        _allow(owner, order.fromAsset);
        bytes memory signature = _sign(order);
        if (altered) order.amountIn++;
        uint256 paid = _balance(order.fromAsset, owner);
        (bool ok,) = _fill(order, signature, _leg(venue, i, Route.TO_RECIPIENT));
        uint256 cost = order.amountIn + order.swapFee + order.affiliateFee;
        _must(8, !ok || !(used || altered), "a nonce twice, or a field that was not signed");
        _must(2, paid - _balance(order.fromAsset, owner) == (ok ? cost : 0), "another cost than the order's");
        _recount(venue);
        _after("order", ok);
    }

    /// For a token with a fee on transfer no output is predicted.
    function sellTaxed(uint256 which, bool back, uint256 amountIn) external {
        Venue venue = taxed[which % taxed.length];
        uint256 i = back ? 1 : 0;
        bytes memory route = _leg(venue, i, Route.TO_RECIPIENT);
        Ask memory ask = _ask(venue.token(i), venue.token(1 - i), _amount(venue, i, amountIn), route);
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        (bool ok, bytes memory answer) = _try(ask);
        _must(2, paid - _balance(ask.tokenIn, payer) == (ok ? ask.amountIn : 0), "not what was sold");
        uint256 said = ok ? abi.decode(answer, (uint256)) : 0;
        _must(6, _balance(ask.tokenOut, receiver) - held == said && (!ok || said > 0), "not what was said");
        _recount(venue);
        _after("taxed", ok);
    }

    /// @param attempt what it tries before it trades: to be paid as a pool or as a vault, to swap by itself, to trade
    /// through the adapter, or nothing
    function meetADishonestPool(
        uint256 which,
        uint256 takes,
        uint256 gives,
        uint256 says,
        uint256 minOut,
        uint8 attempt
    ) external {
        Family family = families[which % families.length];
        (DishonestPool evil, address adapter) = (family.evil(), family.adapter());
        (address sold, address bought) = (address(evil.sold()), address(evil.bought()));
        evil.set(_near(takes), _near(gives), _near(says));
        _plan(family, attempt % 5);
        bytes memory route = _legOf(adapter, address(evil), bought, family.evilData(), Route.TO_RECIPIENT);
        Ask memory ask = _ask(sold, bought, E18, route);
        ask.minOut = 1 + minOut % (2 * E18);
        uint256 paid = _balance(sold, payer);
        uint256 held = _balance(bought, receiver);
        (bool ok,) = _try(ask);
        _must(2, paid - _balance(sold, payer) == (ok ? E18 : 0), "a dishonest pool cost something else");
        _must(6, !ok || _balance(bought, receiver) - held >= ask.minOut, "less than the minimum");
        _must(3, attempt % 5 > 2 || !evil.succeeded(), "the router answered a dishonest pool");
        _must(4, !ok || _balance(sold, adapter) == 0, "input stayed in the adapter");
        if (ok) gifts[adapter][sold] = 0;
        gifts[adapter][bought] = _balance(bought, adapter); // the pool claimed less than it gave
        _after("dishonest pool", ok);
    }

    function _plan(Family family, uint8 attempt) private {
        DishonestPool evil = family.evil();
        (address sold, address bought) = (address(evil.sold()), address(evil.bought()));
        bytes memory asked = abi.encode(sold, bought, 3000, 60, address(0), true, attacker);
        bytes[5] memory calls = [
            abi.encodeWithSelector(0xfa461e33, int256(1), int256(0), bytes("")),
            abi.encodeCall(Router.unlockCallback, (asked)),
            _calldata(_ask(address(a), address(b), 1e6, _direct(false))),
            abi.encodeCall(
                IAdapter.tradeForSwapline, (address(evil), sold, bought, attacker, uint256(family.evilData()))
            ),
            bytes("")
        ];
        address target = attempt < 3 ? address(router) : attempt == 3 ? family.adapter() : address(0);
        evil.plan(target, calls[attempt]);
    }

    /// The balance of an adapter belongs to the next caller. Nothing else can be taken there.
    function callAnAdapterDirectly(uint256 which, bool back, bool dishonest, uint8 entry) external {
        (Venue venue, uint256 i) = _choose(which, back);
        address target = dishonest ? address(families[which % families.length].evil()) : venue.pool();
        (address sold, address bought, uint256 data) = (venue.token(i), venue.token(1 - i), venue.data(i));
        bytes[4] memory calls = [
            abi.encodeCall(IAdapter.tradeForSwapline, (target, sold, bought, attacker, data)),
            abi.encodeWithSignature("lockAcquired(bytes)", abi.encode(target, sold, bought, attacker, data)),
            abi.encodeWithSignature("unlockCallback(bytes)", abi.encode(sold, bought, attacker, data)),
            abi.encodeWithSignature("answer(address,address,address,address)", target, sold, bought, attacker)
        ];
        vm.prank(attacker);
        (bool ok,) = venue.adapter().call(calls[entry % 4]);
        _recount(venue);
        _after("direct call", ok);
    }

    function give(uint256 which, bool back, uint64 amount) external {
        (Venue venue, uint256 i) = _choose(which, back);
        if (!venue.isExact()) return;
        venue.fund(i, venue.adapter(), amount);
        gifts[venue.adapter()][venue.token(i)] += amount;
        _after("gift", true);
    }

    function donate(uint8 which, uint64 amount) external {
        address token = tokens()[which % 4];
        _take(token, amount);
        donated[token] += amount;
        _after("donation", true);
    }

    /// @param what replaces a byte of a leg through an adapter, except the first, which holds the destination: to the
    /// router it would be a gift (Calldata.t.sol)
    function sendMangledLeg(uint256 which, bool back, uint16 where, uint8 what, bool recorded) external {
        (Venue venue, uint256 i) = _choose(which, back);
        bytes memory route = _leg(venue, i, Route.TO_RECIPIENT);
        route[1 + where % (route.length - 1)] = bytes1(what);
        Ask memory ask = _ask(venue.token(i), venue.token(1 - i), venue.usual(i), route);
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        if (recorded) vm.startStateDiffRecording();
        (bool ok,) = _try(ask);
        if (recorded) {
            _must(9, Calls.allKnown(vm.stopAndReturnStateDiff(), address(router)), "a call that is not of the list");
        }
        uint256 most = ask.amountIn + (venue.isExact() ? 0 : 1);
        _must(10, paid - _balance(ask.tokenIn, payer) <= (ok ? most : 0), "more than is sold");
        _must(10, _balance(ask.tokenOut, receiver) - held >= (ok ? ask.minOut : 0), "less than the minimum");
        _recount(venue);
        _after("mangled leg", ok);
    }

    function _take(address token, uint256 amount) private {
        (bool ok,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", address(router), amount));
        require(ok, "not given");
    }

    /// @dev Zero, the amount, one unit more or less, or anything up to twice the amount.
    function _near(uint256 x) private pure returns (uint256) {
        if (x % 8 < 4) return x % 4 == 0 ? 0 : E18 + x % 4 - 2;
        return (x >> 3) % (2 * E18);
    }
}
