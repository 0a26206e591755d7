// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeToken} from "../../test/FeeToken.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Receiver} from "../mocks/Accounts.sol";
import {Claim as Vested, PushingPool} from "../mocks/Claims.sol";
import {Route} from "../rig/Route.sol";
import {vm} from "../rig/Vm.sol";
import {CrossingRig} from "./CrossingRig.sol";
import {FalseRouter, KeepingToken, Shouter} from "./FalseParts.sol";
import {Claim, Cross, Delivery, ICrossing} from "./ICrossing.sol";

/// The other side: what the bridge pays is delivered, or kept for its recipient; whoever calls, with whatever words.
contract ArrivalTest is CrossingRig {
    function testFuzz_DeliversToTheUnit(uint256 amount) public {
        amount = bound(amount, 1e6, HELD);
        uint256 bought = _quoteV2(pair[address(b)][address(c)], address(b), address(c), amount);
        Delivery memory delivery = _delivery();
        delivery.amountOutMin = bought;
        _fill(b, amount, _message(delivery, _routeThere()));
        require(c.balanceOf(receiver) == 1 + bought, "not what the pool gives");
        _holdsNothing();
    }

    function test_DeliversNative() public {
        Delivery memory delivery = _delivery();
        delivery.toAsset = address(0);
        bytes memory legs = Route.push(Route.TO_RECIPIENT, pair[address(a)][weth], address(a), weth, 0);
        delivery.amountOutMin = _quoteV2(pair[address(a)][weth], address(a), weth, E18);
        _fill(a, E18, _message(delivery, abi.encodePacked(weth, legs)));
        require(receiver.balance == 1 + delivery.amountOutMin, "not what the pool gives");
        delivery.amountOutMin = E18;
        _fill(PlainToken(weth), E18, _message(delivery, abi.encodePacked(weth)));
        _holdsNothing();
    }

    function test_DeliversWhatTheBridgePays() public {
        Delivery memory delivery = _delivery();
        (delivery.toAsset, delivery.amountOutMin) = (address(b), E18);
        _fill(b, E18, _message(delivery, ""));
        require(b.balanceOf(receiver) == 1 + E18, "another amount");
        _fill(b, E18 - 1, _message(delivery, ""));
        require(b.balanceOf(receiver) == 1 + E18, "less than the minimum");
        _holdsClaims(E18 - 1);
    }

    // Parking

    function test_FailingSwapIsKept() public {
        Delivery memory delivery = _delivery();
        delivery.amountOutMin = _quoteV2(pair[address(b)][address(c)], address(b), address(c), E18) + 1;
        bytes32 id = keccak256(abi.encode(Claim(address(b), E18, delivery, keccak256(_routeThere()))));
        vm.expectEmit(true, true, false, true, address(crossing));
        emit ICrossing.Parked(
            id,
            receiver,
            Claim(address(b), E18, delivery, keccak256(_routeThere())),
            bytes4(keccak256("TooLittle(uint256,uint256)"))
        );
        _fill(b, E18, _message(delivery, _routeThere()));
        require(crossing.claims(id) == 1, "no claim");
        _holdsClaims(E18);
        _fill(b, E18, _message(delivery, _routeThere()));
        require(crossing.claims(id) == 2, "an equal claim is another");
        _holdsClaims(2 * E18);
    }

    function test_LateSwapIsKept() public {
        vm.warp(LATE + 1);
        _fill(b, E18, _message(_delivery(), _routeThere()));
        require(c.balanceOf(receiver) == 1, "swapped late");
        _holdsClaims(E18);
    }

    function test_AnyFailureIsKept() public {
        Shouter shouter = new Shouter();
        bytes[3] memory routes = [bytes("\x01"), bytes(""), _routeThere()];
        uint256 sum;
        for (uint256 i = 0; i < 3; i++) {
            Delivery memory delivery = _delivery();
            if (i == 2) delivery.router = address(shouter);
            _fill(b, E18, _message(delivery, routes[i]));
            sum += E18;
            _holdsClaims(sum);
        }
        Delivery memory toNobody = _delivery();
        toNobody.router = address(0x1234);
        _fill(b, E18, _message(toNobody, _routeThere()));
        _holdsClaims(sum + E18);
    }

    /// A router that leaves one unit: it would be nobody's.
    function test_RouterThatLeavesSomething() public {
        FalseRouter router_ = new FalseRouter();
        router_.setTakes(E18 - 1);
        Delivery memory delivery = _delivery();
        delivery.router = address(router_);
        _fill(b, E18, _message(delivery, _routeThere()));
        _holdsClaims(E18);
    }

    function test_AllowancesEndWithTheCall() public {
        KeepingToken token = new KeepingToken();
        token.mint(filler, HELD);
        token.mint(address(this), POOLED);
        _approve(filler, address(token), address(spoke));
        address at = _pair(address(token), address(c));
        _fill(token, E18, _message(_delivery(), Route.push(Route.TO_RECIPIENT, at, address(token), address(c), 0)));
        require(c.balanceOf(receiver) > 1, "not delivered");
        require(token.allowance(address(crossing), address(router)) == 0, "the router may take more");
    }

    function test_RecipientThatRefusesNative() public {
        Receiver refuser = new Receiver();
        refuser.set(Receiver.Mode.Refuse);
        Delivery memory delivery = _delivery();
        (delivery.recipient, delivery.toAsset) = (address(refuser), address(0));
        bytes memory route = abi.encodePacked(weth);
        _fill(PlainToken(weth), E18, _message(delivery, route));
        Claim memory claim = Claim(weth, E18, delivery, keccak256(route));
        require(_isOpen(claim) == 1, "no claim");
        _released(address(refuser), claim);
        require(PlainToken(weth).balanceOf(address(refuser)) == E18, "not paid out");
        _holdsNothing();
    }

    // Claims

    function test_RetryWhenThePriceIsBack() public {
        Delivery memory delivery = _delivery();
        uint256 bought = _quoteV2(pair[address(b)][address(c)], address(b), address(c), E18);
        delivery.amountOutMin = bought + 1;
        Claim memory claim = Claim(address(b), E18, delivery, keccak256(_routeThere()));
        _fill(b, E18, _message(delivery, _routeThere()));
        bytes memory data = abi.encodeCall(ICrossing.retry, (claim, _routeThere()));
        (bool ok, bytes memory answer) = _call(attacker, 0, data);
        require(!ok, "sold below the minimum");
        _same(answer, "TooLittle(uint256,uint256)");
        _holdsClaims(E18);
        c.transfer(pair[address(b)][address(c)], E18);
        (ok,) = pair[address(b)][address(c)].call(abi.encodeWithSignature("sync()"));
        (ok,) = _call(attacker, 0, data);
        require(ok && c.balanceOf(receiver) > bought + 1, "not delivered");
        _holdsNothing();
        (ok, answer) = _call(attacker, 0, data);
        require(!ok, "delivered twice");
        _same(answer, "NoClaim(bytes32)");
    }

    function test_OnlyTheRecipientTriesAnotherRoute() public {
        Claim memory claim = _parked(E18);
        bytes memory other = Route.callback(Route.TO_RECIPIENT, pool[address(b)][address(c)], address(b), address(c), 0);
        (bool ok, bytes memory answer) = _call(attacker, 0, abi.encodeCall(ICrossing.retry, (claim, other)));
        require(!ok, "chose a route");
        _same(answer, "WrongRoute()");
        (ok, answer) = _call(receiver, 0, abi.encodeCall(ICrossing.retry, (claim, other)));
        require(!ok, "sold below the minimum");
        _same(answer, "TooLittle(uint256,uint256)");
    }

    function test_RecipientRetriesByAnotherPool() public {
        Delivery memory delivery = _delivery();
        _fill(b, E18, _message(delivery, hex"01"));
        Claim memory claim = Claim(address(b), E18, delivery, keccak256(hex"01"));
        (bool ok,) = _call(receiver, 0, abi.encodeCall(ICrossing.retry, (claim, _routeThere())));
        require(ok && c.balanceOf(receiver) > 1, "not delivered");
        _holdsNothing();
    }

    function test_ReleaseBeforeTheDeadlineIsForTheRecipient() public {
        Claim memory claim = _parked(E18);
        bytes memory data = abi.encodeCall(ICrossing.release, (claim));
        vm.warp(LATE);
        (bool ok, bytes memory answer) = _call(attacker, 0, data);
        require(!ok, "released early");
        _same(answer, "TooEarly(uint256)");
        _released(receiver, claim);
        require(b.balanceOf(receiver) == 1 + E18, "not paid out");
        (ok, answer) = _call(receiver, 0, data);
        require(!ok, "paid out twice");
        _same(answer, "NoClaim(bytes32)");
        _holdsNothing();
    }

    function test_AnyoneReleasesAfterTheDeadline() public {
        Claim memory claim = _parked(E18);
        vm.warp(LATE + 1);
        _released(attacker, claim);
        require(b.balanceOf(receiver) == 1 + E18 && b.balanceOf(attacker) == HELD, "not to the recipient");
        _holdsNothing();
    }

    /// Of two equal claims each is paid once; a third is none.
    function test_EqualClaims() public {
        Claim memory claim = _parked(E18);
        Delivery memory delivery = claim.delivery;
        _fill(b, E18, _message(delivery, _routeThere()));
        _released(receiver, claim);
        _holdsClaims(E18);
        _released(receiver, claim);
        _holdsNothing();
    }

    /// A word of the claim changed is another claim, which does not exist.
    function testFuzz_OtherClaim(uint256 at, uint256 bit) public {
        Claim memory claim = _parked(E18);
        (at, bit) = (bound(at, 0, 7), bound(bit, 0, 31));
        if (at == 0) claim.token = address(uint160(claim.token) ^ uint160(1 << bit));
        if (at == 1) claim.amount ^= 1 << bit;
        if (at == 2) claim.routeHash ^= bytes32(1 << bit);
        Delivery memory delivery = claim.delivery;
        assembly {
            if gt(at, 2) {
                let word := add(delivery, mul(sub(at, 3), 0x20))
                mstore(word, xor(mload(word), shl(bit, 1)))
            }
        }
        vm.warp(type(uint64).max);
        (bool ok, bytes memory answer) = _call(attacker, 0, abi.encodeCall(ICrossing.release, (claim)));
        require(!ok, "released another claim");
        _same(answer, "NoClaim(bytes32)");
    }

    // Dishonest relayers and forged messages

    /// Nothing has arrived: a message alone moves nothing, though the contract holds a claim.
    function test_ForgedMessageFromAnyone() public {
        _parked(E18);
        Delivery memory delivery = _delivery();
        delivery.recipient = attacker;
        for (uint256 amount = 0; amount < 2; amount++) {
            bytes memory data = abi.encodeCall(
                ICrossing.handleV3AcrossMessage,
                (address(b), amount, attacker, _message(delivery, _routeThere()))
            );
            (bool ok, bytes memory answer) = _call(attacker, 0, data);
            require(!ok, "was believed");
            _same(answer, "NothingArrived(uint256,uint256)");
        }
        _holdsClaims(E18);
    }

    /// A pool that says it paid more than it did: less has arrived than it says, and no claim makes up for it.
    function test_PaidLessThanSaid() public {
        _parked(E18);
        b.transfer(address(crossing), E18 - 1);
        bytes memory data = abi.encodeCall(
            ICrossing.handleV3AcrossMessage, (address(b), E18, attacker, _message(_delivery(), _routeThere()))
        );
        (bool ok, bytes memory answer) = _call(attacker, 0, data);
        require(!ok, "was believed");
        _same(answer, "NothingArrived(uint256,uint256)");
    }

    /// Whoever fills made-up data pays the recipient that the data name, out of their own.
    function test_MadeUpDataIsAGift() public {
        Claim memory claim = _parked(E18);
        vm.prank(attacker);
        spoke.fill(address(b), address(crossing), 1, _message(_delivery(), _routeThere()));
        require(b.balanceOf(attacker) == HELD - 1, "gained");
        Claim memory ofOne = Claim(address(b), 1, _delivery(), keccak256(_routeThere()));
        require(_isOpen(ofOne) == 1 && _isOpen(claim) == 1, "another claim");
        _holdsClaims(E18 + 1);
        _released(receiver, claim);
        _holdsClaims(1);
    }

    /// One unit filled first leaves the true fill as it would have been.
    function test_OneUnitFilledFirst() public {
        Cross memory order = _cross();
        order.amountOutMin = E18 * 99 / 100;
        _crossed(order);
        bytes memory message = spoke.message();
        vm.prank(attacker);
        spoke.fill(address(b), address(crossing), 1, message);
        vm.prank(filler);
        spoke.fillLast();
        require(c.balanceOf(receiver) >= 1 + E18 * 99 / 100, "not delivered");
        _holdsClaims(1);
    }

    /// A pool pays with what the recipient is owed anyway; only the router's own gain counts.
    function test_DeliveryPaidWithTheRecipientsOwnClaim() public {
        PushingPool thief = new PushingPool(c);
        Vested vested = new Vested(c, receiver);
        c.transfer(address(vested), E18);
        thief.plan(address(vested), abi.encodeCall(Vested.release, ()));
        Delivery memory delivery = _delivery();
        delivery.amountOutMin = E18 / 2;
        bytes memory route = Route.callback(Route.TO_RECIPIENT, address(thief), address(b), address(c), 0);
        _fill(b, E18, _message(delivery, route));
        require(c.balanceOf(address(vested)) == E18, "the recipient paid himself");
        _holdsClaims(E18);
    }

    /// What was sent here by mistake goes with the next payment.
    function test_GiftGoesWithTheNextPayment() public {
        _parked(E18);
        b.transfer(address(crossing), 5);
        Delivery memory delivery = _delivery();
        (delivery.toAsset, delivery.amountOutMin) = (address(b), 7);
        _fill(b, 2, _message(delivery, ""));
        require(b.balanceOf(receiver) == 8, "not with the payment");
        _holdsClaims(E18);
    }

    function test_FeeOnTransferIsNotFilled() public {
        FeeToken token = new FeeToken();
        token.mint(address(this), HELD);
        token.mint(filler, HELD);
        _approve(filler, address(token), address(spoke));
        _unfilled(token, E18, _message(_delivery(), _routeThere()), "NothingArrived(uint256,uint256)");
    }

    // Messages that pay nobody: the fill reverts, and the bridge pays the deposit back.

    function test_MessageForNobody() public {
        Delivery memory delivery = _delivery();
        address[2] memory nobody = [address(0), address(crossing)];
        for (uint256 i = 0; i < 2; i++) {
            delivery.recipient = nobody[i];
            _unfilled(b, E18, _message(delivery, _routeThere()), "WrongRecipient(address)");
        }
        bytes memory good = _message(_delivery(), _routeThere());
        for (uint256 length = 1; length < 257; length += 17) {
            bytes memory short = new bytes(length);
            for (uint256 i = 0; i < length; i++) short[i] = good[i];
            vm.prank(filler);
            (bool ok,) = address(spoke).call(
                abi.encodeWithSignature("fill(address,address,uint256,bytes)", b, crossing, E18, short)
            );
            require(!ok, "was filled");
        }
    }

    function test_GasThatIsTooLittle() public {
        bytes memory message = abi.encode(_delivery(), uint256(3_000_000), _routeThere());
        vm.prank(filler);
        (bool ok, bytes memory answer) = address(spoke).call{gas: 3_000_000}(
            abi.encodeWithSignature("fill(address,address,uint256,bytes)", b, crossing, E18, message)
        );
        require(!ok, "was filled with too little gas");
        _same(answer, "TooLittleGas(uint256)");
        // 63 of 64 parts of what is left are less than what is left.
        message = abi.encode(_delivery(), uint256(2_960_000), _routeThere());
        b.transfer(address(crossing), E18);
        (ok, answer) = address(crossing).call{gas: 3_000_000}(
            abi.encodeCall(ICrossing.handleV3AcrossMessage, (address(b), E18, filler, message))
        );
        require(!ok, "with the part that a call cannot get");
        _same(answer, "TooLittleGas(uint256)");
        _fill(b, E18, message);
        require(c.balanceOf(receiver) > 1, "not delivered");
    }

    function test_OnlyItselfDelivers() public {
        _parked(E18);
        Delivery memory delivery = _delivery();
        (delivery.recipient, delivery.toAsset) = (attacker, address(b));
        bytes memory data = abi.encodeCall(ICrossing.deliver, (address(b), E18, delivery, ""));
        (bool ok, bytes memory answer) = _call(attacker, 0, data);
        require(!ok, "was paid a claim");
        _same(answer, "WrongSender(address)");
    }

    function _released(address caller, Claim memory claim) private {
        (bool ok, bytes memory answer) = _call(caller, 0, abi.encodeCall(ICrossing.release, (claim)));
        if (!ok) _bubble(answer);
    }
}
