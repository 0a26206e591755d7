// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Balances are shares of a supply that grows or shrinks at a set point of a swap.
contract RebasingToken {
    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 private ppm = 1e6;
    uint256 private moves;
    uint256 private nextPpm;
    address private watched;
    /// Amount taken from the watched account, in units at the time of each transfer.
    uint256 public taken;

    /// @param moves_ transfers before the value of a unit becomes `ppm_`; 0: just before the next
    function rebaseAfter(uint256 moves_, uint256 ppm_) external {
        (moves, nextPpm) = (moves_, ppm_);
    }

    function watch(address account) external {
        (watched, taken) = (account, 0);
    }

    /// @notice Restores the initial value.
    function settle() external {
        (ppm, nextPpm) = (1e6, 0);
    }

    function mint(address to, uint256 amount) external {
        shares[to] += amount;
    }

    function balanceOf(address account) public view returns (uint256) {
        return shares[account] * ppm / 1e6;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        if (moves == 0) _rebase();
        uint256 part = amount * 1e6 / ppm;
        shares[from] -= part;
        shares[to] += part;
        if (from == watched) taken += amount;
        if (moves != 0 && --moves == 0) _rebase();
        return true;
    }

    function _rebase() private {
        if (nextPpm == 0) return;
        (ppm, nextPpm) = (nextPpm, 0);
    }
}
