// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Route} from "../rig/Route.sol";
import {vm} from "../rig/Vm.sol";
import {CrossingRig} from "./CrossingRig.sol";
import {Arrival, Claim, Cross, Delivery, ICrossing} from "./ICrossing.sol";
import {SpokeDouble} from "./SpokeDouble.sol";

/// @notice Honest and dishonest actions on a crossing contract, and what must hold after each.
contract Handler is CrossingRig {
    /// The first violation.
    string public broken;
    /// How often each action succeeded.
    mapping(string => uint256) public done;
    Claim[] private open;
    /// The sum of the open claims, and what was given to the contract since the last payment; all of b.
    uint256 public sum;
    uint256 public gift;
    uint256 private nonces;

    // The source

    /// @param asks what the bridge has to be brought of the value
    function crossByAllowance(uint256 amount, uint256 minimum, uint256 asks, uint256 value) external {
        Cross memory order = _cross();
        (order.amountIn, order.amountOutMin) = (bound(amount, 1e6, E18), bound(minimum, 1, 2 * E18));
        (asks, value) = (bound(asks, 0, 1000), bound(value, 0, 2000));
        spoke.setAsks(asks);
        (uint256 held, uint256 coins, uint256 left) = (a.balanceOf(payer), payer.balance, refunded.balance);
        (bool ok,) = _try(order, value, "");
        spoke.setAsks(0);
        _must(held - a.balanceOf(payer) == (ok ? order.amountIn : 0), "another cost");
        _must(coins - payer.balance == (ok ? value : 0), "another value");
        _must(refunded.balance - left == (ok ? value - asks : 0), "another rest of the value");
        _count("cross", ok);
    }

    function crossBySignature(uint256 amount, uint256 fee, bool replay) external {
        Cross memory order = _signedCross();
        (order.amountIn, order.swapFee) = (bound(amount, 1e6, E18), bound(fee, 0, E18));
        order.nonce = replay && nonces > 0 ? nonces - 1 : nonces++;
        (order.deadline, order.toDeadline) = (FOREVER, block.timestamp + 1 hours);
        uint256 held = a.balanceOf(owner);
        (bool ok,) = _relayed(order, _signCross(order));
        _must(!ok || !replay || nonces == 0 || order.nonce == nonces - 1, "replayed");
        _must(held - a.balanceOf(owner) == (ok ? order.amountIn + order.swapFee : 0), "another cost by signature");
        _count("order", ok);
    }

    // The other side

    /// @param bad the route is none, so that the payment is kept
    function fill(uint256 amount, uint256 minimum, bool bad) public {
        amount = bound(amount, 1, E18);
        Delivery memory delivery = _delivery();
        delivery.amountOutMin = bound(minimum, 1, 2 * E18);
        delivery.deadline = block.timestamp + bound(minimum, 0, 1 hours);
        bytes memory route = bad ? bytes(hex"01") : _routeThere();
        uint256 arrived = amount + gift;
        uint256 held = c.balanceOf(receiver);
        _fill(b, amount, _message(delivery, route));
        gift = 0;
        uint256 gained = c.balanceOf(receiver) - held;
        _must(gained == 0 || gained >= delivery.amountOutMin, "less than the minimum");
        if (gained == 0) {
            open.push(Claim(address(b), arrived, delivery, keccak256(route)));
            sum += arrived;
        }
        _count(gained == 0 ? "kept" : "delivered", true);
    }

    function tryAgain(uint256 which, bool byRecipient) external {
        if (open.length == 0) return;
        which = bound(which, 0, open.length - 1);
        Claim memory claim = open[which];
        uint256 held = c.balanceOf(receiver);
        bytes memory data = abi.encodeCall(ICrossing.retry, (claim, _routeThere()));
        (bool ok,) = _call(byRecipient ? receiver : attacker, 0, data);
        uint256 gained = c.balanceOf(receiver) - held;
        _must(gained >= (ok ? claim.delivery.amountOutMin : 0), "a retry gave less than the minimum");
        _must(ok || gained == 0, "gained by a refused retry");
        bool mayChoose = byRecipient || claim.routeHash == keccak256(_routeThere());
        _must(!ok || (mayChoose && block.timestamp <= claim.delivery.deadline), "retried by another or late");
        if (ok) _closed(which, "retried");
    }

    function release(uint256 which, bool byRecipient) external {
        if (open.length == 0) return;
        which = bound(which, 0, open.length - 1);
        Claim memory claim = open[which];
        uint256 held = b.balanceOf(receiver);
        bytes memory data = abi.encodeCall(ICrossing.release, (claim));
        (bool ok,) = _call(byRecipient ? receiver : attacker, 0, data);
        _must(ok == (byRecipient || block.timestamp > claim.delivery.deadline), "released by another, or not");
        _must(b.balanceOf(receiver) - held == (ok ? claim.amount : 0), "another amount released");
        if (ok) _closed(which, "released");
    }

    // Attacks

    function forge(uint256 amount, bool gifts, bool ofC) external {
        if (!gifts && gift != 0) return; // a gift is anyone's
        Delivery memory delivery = _delivery();
        (delivery.recipient, delivery.toAsset) = (attacker, address(b));
        amount = bound(amount, 0, 2 * E18);
        bytes memory data = abi.encodeCall(
            ICrossing.handleV3AcrossMessage,
            (ofC ? address(c) : address(b), amount, attacker, _message(delivery, _routeThere()))
        );
        uint256 held = b.balanceOf(attacker);
        (bool ok,) = _call(attacker, 0, data);
        _must(b.balanceOf(attacker) - held == (ok && !ofC ? gift : 0), "a forged message paid");
        if (!ok) return _count("forged", true);
        // What it took of a gift goes back, so that its balance can be compared.
        uint256 taken = b.balanceOf(attacker) - held;
        gift = 0;
        vm.prank(attacker);
        b.transfer(address(this), taken);
    }

    function closeWhatIsNone(uint256 which, uint256 amount, bool again) external {
        Claim memory claim = Claim(address(b), bound(amount, 1, 2 * E18), _delivery(), keccak256(_routeThere()));
        if (open.length != 0) claim = open[bound(which, 0, open.length - 1)];
        claim.delivery.recipient = attacker;
        bytes memory data = again
            ? abi.encodeCall(ICrossing.retry, (claim, _routeThere()))
            : abi.encodeCall(ICrossing.release, (claim));
        (bool ok,) = _call(attacker, 0, data);
        _must(!ok, "closed a claim that is none");
        _count("no claim", true);
    }

    function give(uint256 amount) external {
        amount = bound(amount, 1, 1000);
        b.transfer(address(crossing), amount);
        gift += amount;
        _count("gift", true);
    }

    /// @notice The price of c moves, and time goes by.
    function move(uint256 amount, bool up, uint256 seconds_) external {
        PlainToken sold = up ? b : c;
        PlainToken bought = up ? c : b;
        Ask memory ask = _ask(
            address(sold),
            address(bought),
            bound(amount, 1e6, POOLED / 100),
            Route.push(Route.TO_RECIPIENT, pair[address(b)][address(c)], address(sold), address(bought), 0)
        );
        ask.recipient = payer;
        (bool ok,) = _try(ask);
        vm.warp(block.timestamp + bound(seconds_, 0, 10 minutes));
        _count("move", ok);
    }

    function _closed(uint256 which, string memory how) private {
        sum -= open[which].amount;
        open[which] = open[open.length - 1];
        open.pop();
        _count(how, true);
    }

    function _count(string memory name, bool ok) private {
        if (ok) done[name]++;
    }

    function _must(bool holds, string memory what) private {
        if (!holds && bytes(broken).length == 0) broken = what;
    }

    // What the invariants check.

    function holdsItsClaims() external view returns (bool) {
        return crossing.owed(address(b)) == sum && b.balanceOf(address(crossing)) == sum + gift;
    }

    function holdsNothingElse() external view returns (bool) {
        bool empty = address(crossing).balance == 0;
        address[3] memory others = [address(a), address(c), weth];
        for (uint256 i = 0; i < 3; i++) empty = empty && PlainToken(others[i]).balanceOf(address(crossing)) == 0;
        return empty;
    }

    function countsEveryClaim() external view returns (bool) {
        for (uint256 i = 0; i < open.length; i++) if (_isOpen(open[i]) == 0) return false;
        return true;
    }

    function allowsNobody() external view returns (bool) {
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) {
            if (PlainToken(all[i]).allowance(address(crossing), address(router)) != 0) return false;
            if (PlainToken(all[i]).allowance(address(crossing), address(spoke)) != 0) return false;
        }
        return true;
    }

    function othersHaveWhatTheyHad() external view returns (bool) {
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) {
            if (PlainToken(all[i]).balanceOf(victim) != HELD) return false;
            if (PlainToken(all[i]).balanceOf(attacker) != HELD) return false;
        }
        return true;
    }
}
