// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Every balance is a part of a supply that stretches or shrinks in the midst of what the test says.
contract RebasingToken {
    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 private ppm = 1e6;
    uint256 private moves;
    uint256 private nextPpm;
    address private watched;
    /// What was taken of the watched account, in units of the time.
    uint256 public taken;

    /// @param moves_ changes of hands before everything is worth `ppm_`; 0: just before the next
    function rebaseAfter(uint256 moves_, uint256 ppm_) external {
        (moves, nextPpm) = (moves_, ppm_);
    }

    function watch(address account) external {
        (watched, taken) = (account, 0);
    }

    /// @notice Everything is worth what it was at first.
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
