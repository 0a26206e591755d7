// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {vm} from "../rig/Vm.sol";
import {AdapterTest, IAdapter} from "./AdapterTest.sol";
import {DishonestPool} from "./DishonestPool.sol";
import {Venue} from "./Venue.sol";

error PartialFill(uint256 owed, uint256 amount);
error TooLittle(uint256 received, uint256 minimum);

/// @notice Malicious pools behind an adapter: only the user who named one can lose, at most the amount sold, and
/// nothing if less than the minimum arrives.
abstract contract DishonestTest is AdapterTest {
    DishonestPool internal evil;

    /// @return one that sells `sold` and has whatever it pays with
    function _dishonest() internal virtual returns (DishonestPool);

    /// @return the adapter's 48 bits for a sale to it
    function _dishonestData() internal view virtual returns (uint48) {
        return 0;
    }

    /// @return true if the pool itself pulls the input, and the adapter sees how much it took
    function _seesWhatIsTaken() internal pure virtual returns (bool) {
        return true;
    }

    function setUp() public virtual override {
        super.setUp();
        evil = _dishonest();
        _stock(evil.bought(), address(evil));
        vm.deal(address(evil), HELD);
        _stock(evil.sold(), payer);
        _allow(payer, address(evil.sold()));
    }

    function test_HonestForOnce() public {
        evil.set(E18, E18, E18);
        _costsWhatIsSold(E18);
    }

    /// The rest would stay in the adapter, for the next caller.
    function test_PoolThatTakesLess() public {
        if (!_seesWhatIsTaken()) return;
        evil.set(E18 / 2, E18, E18);
        _refusedWith(abi.encodeWithSelector(PartialFill.selector, E18 / 2, E18));
        evil.set(E18 - 1, E18, E18);
        _refusedWith(abi.encodeWithSelector(PartialFill.selector, E18 - 1, E18));
        evil.set(0, E18, E18);
        _refusedWith(abi.encodeWithSelector(PartialFill.selector, 0, E18));
    }

    function test_PoolThatTakesMore() public {
        if (!_seesWhatIsTaken()) return;
        evil.set(E18 + 1, E18, E18);
        _isRefused(_evilAsk());
    }

    /// The adapter's balance beforehand is part of its offer.
    function test_PoolThatTakesAGiftToo() public {
        if (!_seesWhatIsTaken()) return;
        PlainToken sold = evil.sold();
        vm.prank(payer);
        sold.transfer(adapter, E18);
        evil.set(E18, E18, E18);
        _isRefused(_evilAsk());
        evil.set(2 * E18, E18, E18);
        _costsWhatIsSold(E18);
    }

    function test_PoolThatGivesNothing() public {
        evil.set(E18, 0, 0);
        _refusedWith(abi.encodeWithSelector(TooLittle.selector, 0, 1));
        evil.set(E18, 0, E18);
        _isRefused(_evilAsk());
    }

    function test_PoolThatGivesLessThanTheMinimum() public {
        Ask memory ask = _evilAsk();
        ask.minOut = E18;
        evil.set(E18, E18 - 1, E18 - 1);
        (bool ok, bytes memory answer) = _try(ask);
        require(!ok, "was not refused");
        require(keccak256(answer) == keccak256(abi.encodeWithSelector(TooLittle.selector, E18 - 1, E18)), "in other words");
        evil.set(E18, E18, E18);
        _costsWhatIsSold(E18);
    }

    /// Every entry into the router, during a trade through an adapter.
    function test_PoolThatReenters() public {
        evil.set(E18, E18, E18);
        _shutOut(evil, _evilAsk(), 0);
    }

    /// Its own trade through the same adapter sells what the adapter holds for another swap: the user who named the
    /// pool pays for that, and no allowance outlives the trade.
    function test_PoolThatTradesThroughTheAdapterMeanwhile() public {
        DishonestPool other = _dishonest();
        _stock(other.bought(), address(other));
        vm.deal(address(other), HELD);
        (address sold, address bought) = (address(evil.sold()), address(evil.bought()));
        other.set(E18, E18, E18);
        bytes memory inner = abi.encodeCall(
            IAdapter.tradeForSwapline, (address(other), sold, bought, receiver, uint256(_dishonestData()))
        );
        for (uint256 taken = 0; taken < 2; taken++) {
            evil.set(taken * E18, taken * E18, taken * E18);
            evil.plan(adapter, inner);
            _costsNoMoreThanIsSold(_evilAsk());
            require(_allowance(evil) == 0 && _allowance(other) == 0, "an allowance stayed");
        }
    }

    function testFuzz_PoolOfAnyTerms(uint256 takes, uint256 gives, uint256 says, uint256 minOut) public {
        evil.set(_near(takes), _near(gives), _near(says));
        Ask memory ask = _evilAsk();
        ask.minOut = 1 + minOut % (2 * E18);
        bool ok = _costsNoMoreThanIsSold(ask);
        require(_allowance(evil) == 0, "an allowance stayed");
        if (ok && _seesWhatIsTaken()) require(evil.sold().balanceOf(adapter) == 0, "input stayed in the adapter");
    }

    /// @dev Zero, the amount, one unit more or less, or anything up to twice the amount.
    function _near(uint256 x) private pure returns (uint256) {
        if (x % 8 < 4) return x % 4 == 0 ? 0 : E18 + x % 4 - 2;
        return (x >> 3) % (2 * E18);
    }

    function _evilAsk() internal view returns (Ask memory) {
        (address sold, address bought) = (address(evil.sold()), address(evil.bought()));
        bytes memory leg = _legOf(address(evil), bought, _dishonestData(), Route.TO_RECIPIENT, 0);
        return _ask(sold, bought, E18, leg);
    }

    function _refusedWith(bytes memory wanted) internal {
        bytes memory answer = _isRefused(_evilAsk());
        require(keccak256(answer) == keccak256(wanted), "was refused in other words");
    }

    function _isRefused(Ask memory ask) internal returns (bytes memory answer) {
        uint256 paid = _balance(ask.tokenIn, payer);
        bool ok;
        (ok, answer) = _try(ask);
        require(!ok, "was not refused");
        require(_balance(ask.tokenIn, payer) == paid, "the payer paid");
        _untouched();
    }

    function _costsWhatIsSold(uint256 gained) internal {
        Ask memory ask = _evilAsk();
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        require(_done(ask) == gained, "the router said something else");
        require(_balance(ask.tokenOut, receiver) - held == gained, "not what was given");
        require(paid - _balance(ask.tokenIn, payer) == ask.amountIn, "another amount than is sold");
        require(_balance(ask.tokenIn, adapter) == 0 && _balance(ask.tokenOut, adapter) == 0, "tokens stayed");
        require(_allowance(evil) == 0 && adapter.balance == 0, "an allowance or coins stayed");
        _untouched();
    }

    function _costsNoMoreThanIsSold(Ask memory ask) internal returns (bool ok) {
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        (ok,) = _try(ask);
        require(paid - _balance(ask.tokenIn, payer) == (ok ? ask.amountIn : 0), "another amount than is sold");
        require(_balance(ask.tokenOut, receiver) - held >= (ok ? ask.minOut : 0), "less than the minimum");
        _untouched();
    }

    function _allowance(DishonestPool pool_) private view returns (uint256) {
        return pool_.sold().allowance(adapter, address(pool_));
    }

    function _stock(PlainToken token, address to) private {
        if (address(token) == weth) token.transfer(to, HELD);
        else if (token.balanceOf(to) < HELD) token.mint(to, HELD);
    }
}
